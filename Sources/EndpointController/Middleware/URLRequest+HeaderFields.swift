import EndpointTransports
import Foundation

extension URLRequest {
    /// Returns the request with any missing fields added.
    func adding(_ fields: [String: String]) throws(EndpointRequestError) -> URLRequest {
        var request = self
        try request.setHeaderFields(fields.filter { value(forHTTPHeaderField: $0.key) == nil })
        return request
    }
}
