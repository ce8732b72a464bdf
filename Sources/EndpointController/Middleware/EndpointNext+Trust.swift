import Endpoint
package import Foundation

extension EndpointNext {
    /// Whether credentials that are meant for an origin, or for that of the base URL if nil, may go with a request.
    package func trusts(_ request: URLRequest, _ origin: URL?) -> Bool {
        guard let origin else { return isForBaseURL(request) }
        return Origin(request.url) == Origin(origin) && Origin(origin) != nil
    }
}

extension URLRequest {
    /// The request with header fields that it does not have yet, if its server is trusted with them.
    package func adding(_ fields: [String: String], for isTrusted: Bool) throws -> URLRequest {
        guard isTrusted else { return self }
        try HeaderFields.validate(fields)
        var request = self
        for (name, value) in fields where request.value(forHTTPHeaderField: name) == nil {
            request.setValue(value, forHTTPHeaderField: name)
        }
        return request
    }
}
