public import Endpoint
import Foundation

extension URLRequest {
    /// The number of bytes in the body; 0 if there is no body, and nil if the length is unknown.
    ///
    /// In your own transport, use this number for the `Content-Length` field (RFC 9110, section 8.6). The length of an
    /// endpoint's body is usually known, even if the body is sent as a stream. Otherwise, the length of a stream is
    /// taken from the request's `Content-Length` field.
    public var bodyLength: Int64? {
        if let body = endpointBody, let length = try? body.contentLength { return length }
        guard httpBodyStream != nil else { return 0 }
        // A stream does not report its length, so rely on the length that the caller stated.
        return value(forHTTPHeaderField: "Content-Length").flatMap { Int64(digits: $0) }
    }
}

extension Int64 {
    /// Reads a number that is written in digits only; nil for any other text, or for a number that does not fit.
    package init?(digits: String) {
        guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
        self.init(digits)
    }
}
