import Endpoint

extension EndpointRules {
    /// Takes the rules that an endpoint has of its own.
    ///
    /// The question is dynamic, so that every conformance counts; beside a request over the network it costs nothing.
    mutating func adapt<Endpoint>(to endpoint: Endpoint) {
        if let provider = endpoint as? any AcceptedStatusCodesProviderType {
            acceptedStatusCodes = provider.acceptedStatusCodes
        }
        if let provider = endpoint as? any AcceptedContentTypesProviderType {
            acceptedContentTypes = provider.acceptedContentTypes
        }
        if let provider = endpoint as? any TimeoutProviderType { timeout = provider.timeout }
        if let provider = endpoint as? any ResponseSizeLimitProviderType {
            responseSizeLimit = provider.responseSizeLimit
            streamSizeLimit = provider.responseSizeLimit
        }
        if let provider = endpoint as? any ResponseValidatorProviderType {
            validate = provider.responseValidator
        }
    }
}
