public import Endpoint
import Foundation

extension URLRequest {
    /// The number of bytes in the body: 0 without a body, and nil if the length is unknown.
    ///
    /// In your own transport, send this number as `Content-Length` (RFC 9110, section 8.6). The length of an endpoint's
    /// body is usually known, even if the body is sent as a stream. The length of any other stream is read from
    /// the `Content-Length` field of the request.
    public var bodyLength: Int64? {
        if let body = endpointBody { return try? body.contentLength }
        guard httpBodyStream != nil else { return 0 }
        // Only the maker of a stream knows its length.
        return value(forHTTPHeaderField: "Content-Length").flatMap { Int64(digits: $0) }
    }
}
