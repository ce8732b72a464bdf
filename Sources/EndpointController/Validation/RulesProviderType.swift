/// An endpoint, or a wrapper, with its own rules.
///
/// ```swift
/// extension FindUser: RulesProviderType {
///     var rules: EndpointRules { EndpointRules(acceptedStatusCodes: [200, 404], timeout: .seconds(5)) }
/// }
/// ```
///
/// Each rule that is set takes precedence over the rule of the controller, and over the rule of a wrapped endpoint.
public protocol RulesProviderType: SendableMetatype {
    /// The rules.
    var rules: EndpointRules { get }
}
