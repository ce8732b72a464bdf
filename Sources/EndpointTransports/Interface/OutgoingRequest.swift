public import Endpoint
import Foundation

/// A request on its way to a server, which can be sent as it is.
///
/// It has a URL with the scheme `http` or `https`, a host, no user name and a port up to 65535. Its method and its
/// header fields are valid, and a `Content-Length` is the length of the body. `URLRequest` promises none of this, and
/// clients differ in what they make of it. A controller makes one value for each request, so a transport need not check
/// anything. Send a value once: to send the request again, make another value from ``urlRequest``.
public struct OutgoingRequest: Sendable {
    /// The request, whose body stream has not been read.
    public let urlRequest: URLRequest

    /// Makes a request that can be sent.
    ///
    /// - Parameter request: The request.
    /// - Throws: ``EndpointTransportError/invalidRequest(_:)`` with an error that names the part at fault.
    public init(_ request: URLRequest) throws(EndpointTransportError) {
        do {
            try request.check()
            var request = request
            // The old stream may have been read.
            if request.httpBodyStream != nil, let body = request.endpointBody {
                request.httpBodyStream = try body.makeInputStream()
            }
            urlRequest = request
        } catch {
            throw .invalidRequest(error)
        }
    }

    /// The body, which can be read from its start any number of times.
    ///
    /// Nil without a body, and with a stream that can be read only once: see ``canBeSentAgain``.
    public var body: HTTPBody? { urlRequest.endpointBody }

    /// The number of bytes in the body, for the field `Content-Length` (RFC 9110, section 8.6); 0 without a body, and
    /// nil if it is unknown.
    public var bodyLength: Int64? { urlRequest.bodyLength }

    /// A Boolean value that indicates whether the request may be sent again, on another connection, after a reused
    /// connection turned out to be closed: its method is idempotent (RFC 9110, section 9.2.2), and its body can be read
    /// again.
    public var canBeSentAgain: Bool { urlRequest.isIdempotent && urlRequest.canBeReadAgain }
}

extension OutgoingRequest: _OpaqueType {
    /// The method, and the URL without its query values.
    public var description: String {
        "\(urlRequest.httpMethod ?? "GET") \(Redaction.standard.outline(ofURL: urlRequest.url?.absoluteString ?? ""))"
    }
}
