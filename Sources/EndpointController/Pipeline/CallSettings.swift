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

    /// A cache of the types without settings of their own, because the casts in `adapt` take longer than building a
    /// request; the value is `true` for a wrapper.
    private static let plainTypes = Locked<[ObjectIdentifier: Bool]>([:])

    init(_ rules: EndpointRules = EndpointRules()) {
        self.rules = rules
    }

    /// Applies the settings of an endpoint from the inside out, so that wrappers take precedence.
    ///
    /// - Returns: The endpoint without its wrappers.
    mutating func adapt(to endpoint: any RequestProviderType) -> any RequestProviderType {
        let type = ObjectIdentifier(type(of: endpoint))
        let isPlainWrapper = Self.plainTypes.withLock { $0[type] }
        if isPlainWrapper == false { return endpoint }
        let wrapper = endpoint as? any EndpointWrapper
        let base = wrapper?.base as? any RequestProviderType
        let innermost = if let base { adapt(to: base) } else { endpoint }
        if isPlainWrapper == true { return innermost }
        var isPlain = true
        /// Casts the endpoint dynamically, to find a conformance wherever it is declared.
        func cast<Provider>(to type: Provider.Type) -> Provider? {
            let provider = endpoint as? Provider
            if provider != nil { isPlain = false }
            return provider
        }
        if let options = cast(to: (any CallOptions).self) {
            if let codes = options.acceptedStatusCodes { rules.acceptedStatusCodes = codes }
            if let time = options.timeout { rules.timeout = time }
        }
        if let provider = cast(to: (any AcceptedStatusCodesProviderType).self) {
            rules.acceptedStatusCodes = provider.acceptedStatusCodes
        }
        if let provider = cast(to: (any AcceptedContentTypesProviderType).self) {
            rules.acceptedContentTypes = provider.acceptedContentTypes
        }
        if let provider = cast(to: (any TimeoutProviderType).self) { rules.timeout = provider.timeout }
        if let provider = cast(to: (any ResponseSizeLimitProviderType).self) {
            rules.responseSizeLimit = provider.responseSizeLimit.map { max($0, 0) }
            rules.streamSizeLimit = rules.responseSizeLimit
        }
        if let provider = cast(to: (any ResponseValidatorProviderType).self) {
            rules.responseValidator = provider.responseValidator
        }
        if let provider = cast(to: (any SilentFailureProviderType).self) { failsSilently = provider.failsSilently }
        if let provider = cast(to: (any SecretPathProviderType).self) { hasSecretPath = provider.hasSecretPath }
        if let provider = cast(to: (any RepeatableProviderType).self) { isRepeatable = provider.isRepeatable }
        if let provider = cast(to: (any PortableHeaderFieldsProviderType).self) {
            portableHeaderFields = Set(provider.portableHeaderFields.map { $0.lowercased() })
        }
        if isPlain { Self.plainTypes.withLock { $0[type] = wrapper != nil } }
        return innermost
    }
}

/// An endpoint whose properties may contain settings for its calls; nil means no setting.
protocol CallOptions {
    var acceptedStatusCodes: Set<Int>? { get }
    var timeout: Duration? { get }
    var paging: EndpointPaging? { get }
}
