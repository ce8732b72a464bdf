/// An endpoint that checks its responses before they are parsed.
///
/// ```swift
/// extension GetReport: ResponseValidatorProviderType {
///     var responseValidator: @Sendable (EndpointResponse) throws -> Void {
///         { response in
///             guard response.headerField("X-Report-State") == "final" else { throw ReportError.notFinal }
///         }
///     }
/// }
/// ```
public protocol ResponseValidatorProviderType: SendableMetatype {
    /// A closure that throws an error to refuse a response whose status code and content type are accepted: see
    /// ``EndpointRules/responseValidator``.
    var responseValidator: @Sendable (EndpointResponse) throws -> Void { get }
}
