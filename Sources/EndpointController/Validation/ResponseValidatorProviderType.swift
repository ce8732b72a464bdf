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
public protocol ResponseValidatorProviderType: _NonisolatedConformance {
    /// Throws if a response is not accepted, though its status code and content type are: see
    /// ``EndpointRules/responseValidator``.
    var responseValidator: @Sendable (EndpointResponse) throws -> Void { get }
}
