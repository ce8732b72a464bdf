import Endpoint
@_spi(Tools) import EndpointSupport
import Foundation

extension URLRequest {
    /// The number of bytes in the body; 0 if there is no body, and nil if the length is unknown.
    ///
    /// The length of an endpoint's body is usually known, even if the body is sent as a stream. Otherwise, the length
    /// of a stream is taken from the request's `Content-Length` field.
    var bodyLength: Int64? {
        if let body = endpointBody, let length = try? body.contentLength { return length }
        guard httpBodyStream != nil else { return 0 }
        // A stream does not report its length, so rely on the length that the caller stated.
        return value(forHTTPHeaderField: "Content-Length").flatMap { Int64(digits: $0) }
    }
}
