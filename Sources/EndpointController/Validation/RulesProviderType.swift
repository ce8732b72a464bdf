/// An endpoint, or a wrapper, with its own rules.
///
/// ```swift
/// extension FindUser: RulesProviderType {
///     var rules: EndpointRules { EndpointRules(acceptedStatusCodes: [200, 404], timeout: .seconds(5)) }
/// }
/// ```
///
/// Each rule that is set takes precedence over the rule of the controller, and over the rule of a wrapped endpoint;
/// ``EndpointRules/portableHeaderFields`` are added to theirs. A type that declares `rules` replaces the default of a
/// protocol that your app declares for all its endpoints: the two are not merged.
public protocol RulesProviderType: SendableMetatype {
    /// The rules.
    var rules: EndpointRules { get }
}
