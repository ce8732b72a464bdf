import Endpoint
package import Foundation

extension EndpointNext {
    /// Indicates whether credentials for an origin may go with a request; a nil origin means the base URL's.
    package func trusts(_ request: URLRequest, _ origin: URL?) -> Bool {
        Origin.isShared(by: request.url, and: origin ?? baseURL)
    }
}

extension URLRequest {
    /// Returns the request with each header field added that it does not have yet, or unchanged if it is not trusted.
    package func adding(_ fields: [String: String], for isTrusted: Bool) throws -> URLRequest {
        guard isTrusted else { return self }
        try HeaderFields.validate(fields)
        var all = allHTTPHeaderFields ?? [:]
        let count = all.count
        for (name, value) in fields where !all.hasField(name) { all[name] = value }
        if all.count == count { return self }
        var request = self
        // On Linux, setting all fields takes less than half the time of setting one.
        request.allHTTPHeaderFields = all
        return request
    }
}

extension [String: String] {
    /// Indicates whether these header fields include a field with a name, in upper or lower case.
    package func hasField(_ name: String) -> Bool {
        self[name] != nil || keys.contains { $0.isEqual(inAnyCase: name) }
    }
}
