/// A type that supplies the method of a request.
///
/// ```swift
/// struct DeleteUser: BaseURLEndpointType, MethodProviderType {
///     var method: HTTPMethod { .delete }
/// }
/// ```
public protocol MethodProviderType: SendableMetatype {
    /// The method of the request.
    var method: HTTPMethod { get }
}
