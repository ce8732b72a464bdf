#if AsyncHTTPClient
import AsyncHTTPClient
import Endpoint
import EndpointController
import Foundation
import NIOCore
import NIOHTTP1

/// A `URLRequest` that is converted to a request of the client.
struct OutgoingRequest: Sendable {
    let url: URL
    private let request: URLRequest
    private let method: String
    private let headerFields: [String: String]

    init(_ request: URLRequest) throws(EndpointTransportError) {
        guard let url = request.url else { throw .invalidRequest(EndpointRequestError.missingURL) }
        self.url = url
        self.request = request
        method = request.httpMethod ?? "GET"
        headerFields = request.allHTTPHeaderFields ?? [:]
    }

    /// A Boolean value that indicates whether the body is read while it is sent.
    var isStreamed: Bool {
        request.httpBodyStream != nil || (request.httpBody?.count ?? 0) > StreamedBody.partSize
    }

    /// The number of bytes in the body; nil if it is unknown.
    var bodyLength: Int64? { request.bodyLength }

    /// A Boolean value that indicates whether the method is idempotent (RFC 9110, section 9.2.2).
    var isIdempotent: Bool { Endpoint.HTTPMethod(rawValue: method).isIdempotent }

    /// A Boolean value that indicates whether the body, if there is one, can be read again.
    var hasRepeatableBody: Bool { request.canBeReadAgain }

    /// Indicates whether no body follows a head (RFC 9112, section 6.3).
    func isWhole(with head: EndpointResponseHead) -> Bool {
        method == "HEAD" || head.statusCode == 204 || head.statusCode == 304
            || head.headerField("Content-Length") == "0"
    }

    /// Returns the result of an exchange that ends with the head of its response, or nil if the exchange continues.
    func end(with head: EndpointResponseHead, isSent: Bool) -> Result<Void, EndpointTransportError>? {
        // The only interim status that the client reports is 101, after which the server uses another protocol (RFC
        // 9110, section 15.2.2).
        if head.statusCode < 200 { return .failure(.notResponding(URLError(.badServerResponse))) }
        // At a status of 300 or above, the client stops sending, and would wait for a response body that never arrives.
        return head.statusCode >= 300 && !isSent && isWhole(with: head) ? .success(()) : nil
    }

    /// Creates the client's request; a body that can be read again is read from its start.
    func make(on eventLoops: any EventLoopGroup, _ gate: PartGate?) throws(EndpointTransportError) -> HTTPClient.Request
    {
        do {
            return try HTTPClient.Request(
                url: url, method: NIOHTTP1.HTTPMethod(rawValue: method),
                headers: HTTPHeaders(headerFields.map { ($0, $1) }), body: try body(on: eventLoops, gate))
        } catch let error as HTTPClientError {
            throw .invalidRequest(AsyncHTTPClientError(underlying: error))
        } catch {
            throw .invalidRequest(error)
        }
    }

    private func body(on eventLoops: any EventLoopGroup, _ gate: PartGate?) throws -> HTTPClient.Body? {
        guard let gate else { return request.httpBody.map { .byteBuffer(ByteBuffer(bytes: $0)) } }
        let stream = try request.endpointBody?.makeInputStream() ?? request.httpBodyStream
        return stream.map { StreamedBody($0, length: bodyLength).body(on: eventLoops, gate) }
    }
}
#endif
