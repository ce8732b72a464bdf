import Endpoint

/// The settings of a call: the controller's rules, each of which the endpoint or a wrapper may replace, and further
/// settings of the endpoint and its wrappers.
struct CallSettings: Sendable {
    var rules: EndpointRules
    private(set) var failsSilently = false
    private(set) var hasSecretPath = false
    /// A Boolean value that indicates whether the request may be sent more than once; nil if neither the endpoint nor a
    /// wrapper decides.
    private(set) var isRepeatable: Bool?
    /// The names, in lower case, of further header fields to send to another origin.
    private(set) var portableHeaderFields: Set<String> = []

    /// A cache of the types of plain endpoints, because the casts in `isPlain` take longer than building a request.
    private static let plainTypes = Locked<Set<ObjectIdentifier>>([])

    init(_ rules: EndpointRules = EndpointRules()) {
        self.rules = rules
    }

    /// Applies the settings of an endpoint from the inside out, so that wrappers take precedence.
    ///
    /// - Returns: The endpoint without its wrappers.
    mutating func adapt(to endpoint: any RequestProviderType) -> any RequestProviderType {
        let type = ObjectIdentifier(type(of: endpoint))
        if Self.plainTypes.withLock({ $0.contains(type) }) { return endpoint }
        if Self.isPlain(endpoint) {
            Self.plainTypes.withLock { _ = $0.insert(type) }
            return endpoint
        }
        var innermost = endpoint
        if let wrapper = endpoint as? any EndpointWrapper, let base = wrapper.base as? any RequestProviderType {
            innermost = adapt(to: base)
        }
        rules.adapt(to: endpoint)
        if let provider = endpoint as? any SilentFailureProviderType { failsSilently = provider.failsSilently }
        if let provider = endpoint as? any SecretPathProviderType { hasSecretPath = provider.hasSecretPath }
        if let provider = endpoint as? any RepeatableProviderType { isRepeatable = provider.isRepeatable }
        if let provider = endpoint as? any PortableHeaderFieldsProviderType {
            portableHeaderFields = Set(provider.portableHeaderFields.map { $0.lowercased() })
        }
        return innermost
    }

    private static func isPlain(_ endpoint: any RequestProviderType) -> Bool {
        !(endpoint is any EndpointWrapper || EndpointRules.areAdapted(by: endpoint)
            || endpoint is any SilentFailureProviderType || endpoint is any SecretPathProviderType
            || endpoint is any RepeatableProviderType || endpoint is any PortableHeaderFieldsProviderType)
    }
}
