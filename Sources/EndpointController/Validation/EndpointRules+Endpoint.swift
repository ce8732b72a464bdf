import Endpoint

extension EndpointRules {
    /// Applies an endpoint's own rules, found by dynamic casts, wherever the conformances are declared.
    mutating func adapt(to endpoint: any RequestProviderType) {
        if let options = endpoint as? any CallOptions {
            if let codes = options.acceptedStatusCodes { acceptedStatusCodes = codes }
            if let time = options.timeout { timeout = time }
        }
        if let provider = endpoint as? any AcceptedStatusCodesProviderType {
            acceptedStatusCodes = provider.acceptedStatusCodes
        }
        if let provider = endpoint as? any AcceptedContentTypesProviderType {
            acceptedContentTypes = provider.acceptedContentTypes
        }
        if let provider = endpoint as? any TimeoutProviderType { timeout = provider.timeout }
        if let provider = endpoint as? any ResponseSizeLimitProviderType {
            responseSizeLimit = provider.responseSizeLimit.map { max($0, 0) }
            streamSizeLimit = responseSizeLimit
        }
        if let provider = endpoint as? any ResponseValidatorProviderType {
            responseValidator = provider.responseValidator
        }
    }

    /// Indicates whether an endpoint may have its own rules.
    static func areAdapted(by endpoint: any RequestProviderType) -> Bool {
        endpoint is any CallOptions || endpoint is any AcceptedStatusCodesProviderType
            || endpoint is any AcceptedContentTypesProviderType || endpoint is any TimeoutProviderType
            || endpoint is any ResponseSizeLimitProviderType || endpoint is any ResponseValidatorProviderType
    }
}

/// An endpoint whose properties may hold settings for its calls; nil stands for no setting.
protocol CallOptions {
    var acceptedStatusCodes: Set<Int>? { get }
    var timeout: Duration? { get }
    var paging: EndpointPaging? { get }
}
