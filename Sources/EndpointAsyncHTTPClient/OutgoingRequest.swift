#if AsyncHTTPClient
import AsyncHTTPClient
import Endpoint
import EndpointController
import Foundation
import NIOCore
import NIOHTTP1

/// A request on its way from Foundation to the client.
struct OutgoingRequest: Sendable {
    let url: URL
    private let request: URLRequest
    private let acceptsEncodings: Bool

    /// Begins with a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - acceptsEncodings: Whether the client decompresses what comes.
    /// - Throws: `EndpointTransportError.invalidRequest` for a URL that no HTTP client speaks to.
    init(_ request: URLRequest, acceptsEncodings: Bool) throws(EndpointTransportError) {
        guard let url = request.url, ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw .invalidRequest(URLError(.unsupportedURL))
        }
        self.url = url
        self.request = request
        self.acceptsEncodings = acceptsEncodings
    }

    private var method: String { request.httpMethod ?? "GET" }

    /// The number of bytes of the body, if it is known.
    var bodyLength: Int64? {
        guard let body = request.endpointBody else { return request.httpBodyStream == nil ? 0 : nil }
        return try? body.contentLength
    }

    /// Whether the request may be sent again (RFC 9110, section 9.2.2).
    var isIdempotent: Bool { Endpoint.HTTPMethod(rawValue: method).isIdempotent }

    /// Whether the body, if there is one, can be read again.
    var hasRepeatableBody: Bool { request.httpBodyStream == nil || request.endpointBody != nil }

    /// What is wrong with the header fields, if anything is: the client would answer with their values, which may be
    /// secret.
    var invalidHeaderField: EndpointRequestError? {
        do {
            try HeaderFields.validate(request.allHTTPHeaderFields ?? [:])
            return nil
        } catch {
            return error
        }
    }

    /// Makes the request, with a body that begins at its start.
    func make(on eventLoops: any EventLoopGroup) throws(EndpointTransportError) -> HTTPClient.Request {
        var fields = HTTPHeaders((request.allHTTPHeaderFields ?? [:]).map { ($0, $1) })
        if acceptsEncodings, !fields.contains(name: "Accept-Encoding") {
            fields.add(name: "Accept-Encoding", value: "gzip, deflate")
        }
        do {
            return try HTTPClient.Request(
                url: url, method: NIOHTTP1.HTTPMethod(rawValue: method), headers: fields, body: try body(on: eventLoops)
            )
        } catch let error as HTTPClientError {
            throw .invalidRequest(AsyncHTTPClientError(underlying: error))
        } catch {
            throw .invalidRequest(error)
        }
    }

    private func body(on eventLoops: any EventLoopGroup) throws -> HTTPClient.Body? {
        if let data = request.httpBody, data.count <= StreamedBody.chunkSize {
            return .byteBuffer(ByteBuffer(bytes: data))
        }
        if let body = request.endpointBody {
            return StreamedBody(try body.makeInputStream(), length: try body.contentLength).body(on: eventLoops)
        }
        return request.httpBodyStream.map { StreamedBody($0, length: nil).body(on: eventLoops) }
    }
}
#endif
