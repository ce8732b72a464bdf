import Endpoint

/// The settings of a call: the controller's, unless the endpoint or its wrappers have their own.
struct CallSettings: Sendable {
    var rules: EndpointRules
    private(set) var failsSilently = false
    private(set) var hasSecretPath = false

    /// The types of endpoints without settings, which are most types: asking for each protocol takes longer than
    /// building a request.
    private static let plainTypes = Locked<Set<ObjectIdentifier>>([])

    init(_ rules: EndpointRules) {
        self.rules = rules
    }

    /// Takes the settings of an endpoint: those of the wrapped endpoint first, so that each wrapper takes precedence.
    ///
    /// - Returns: The endpoint inside all wrappers.
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
        return innermost
    }

    private static func isPlain(_ endpoint: any RequestProviderType) -> Bool {
        !(endpoint is any EndpointWrapper || EndpointRules.areAdapted(by: endpoint)
            || endpoint is any SilentFailureProviderType || endpoint is any SecretPathProviderType)
    }
}
