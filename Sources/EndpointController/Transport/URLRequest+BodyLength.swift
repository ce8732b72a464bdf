public import Endpoint
import Foundation

extension URLRequest {
    /// The number of bytes of the body: 0 without one, and nil for a stream of unknown length.
    ///
    /// For authors of transports: send it as `Content-Length` (RFC 9110, section 8.6). The body of an endpoint knows
    /// its length even if it is a stream. For your own stream, it is the `Content-Length` of the request.
    public var bodyLength: Int64? {
        if let body = endpointBody { return try? body.contentLength }
        guard httpBodyStream != nil else { return 0 }
        // Only the maker of a stream knows its length.
        return value(forHTTPHeaderField: "Content-Length").flatMap { Int64(digits: $0) }
    }
}
