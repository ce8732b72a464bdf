import Endpoint

extension EndpointRules {
    /// These rules, but for those that an endpoint has of its own.
    ///
    /// The question is dynamic, so that every conformance counts; beside a request over the network it costs nothing.
    func adapted(to endpoint: Any) -> EndpointRules {
        var rules = self
        if let provider = endpoint as? any AcceptedStatusCodesProviderType {
            rules.acceptedStatusCodes = provider.acceptedStatusCodes
        }
        if let provider = endpoint as? any AcceptedContentTypesProviderType {
            rules.acceptedContentTypes = provider.acceptedContentTypes
        }
        if let provider = endpoint as? any TimeoutProviderType { rules.timeout = provider.timeout }
        if let provider = endpoint as? any ResponseSizeLimitProviderType {
            rules.responseSizeLimit = provider.responseSizeLimit
        }
        if let provider = endpoint as? any ResponseValidatorProviderType {
            rules.validate = provider.responseValidator
        }
        return rules
    }
}
