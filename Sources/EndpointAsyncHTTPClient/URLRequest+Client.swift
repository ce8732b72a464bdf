#if AsyncHTTPClient
import AsyncHTTPClient
import EndpointTransports
import Foundation
import NIOHTTP1

extension OutgoingRequest {
    /// Returns a body that is read while it is sent; nil without a body, and for a body of at most 64 KiB in memory.
    func streamedBody() throws(EndpointTransportError) -> StreamedBody? {
        let size = urlRequest.httpBody?.count ?? 0
        guard urlRequest.httpBodyStream != nil || size > StreamedBody.partSize else { return nil }
        do {
            let stream = try body?.makeInputStream() ?? urlRequest.httpBodyStream
            return stream.map { StreamedBody($0, length: bodyLength) }
        } catch {
            throw .invalidRequest(error)
        }
    }
}

extension URLRequest {
    /// Returns the request as an `HTTPClient.Request`.
    func clientRequest(body: HTTPClient.Body?) throws(EndpointTransportError) -> HTTPClient.Request {
        guard let url else { throw .invalidRequest(EndpointRequestError.missingURL) }
        var headers = HTTPHeaders((allHTTPHeaderFields ?? [:]).map { ($0, $1) })
        // The client would ask for gzip, a part of which cannot be decoded.
        if headers.contains(name: "Range"), !headers.contains(name: "Accept-Encoding") {
            headers.add(name: "Accept-Encoding", value: "identity")
        }
        do {
            return try HTTPClient.Request(
                url: url, method: NIOHTTP1.HTTPMethod(rawValue: httpMethod ?? "GET"), headers: headers, body: body)
        } catch {
            throw .invalidRequest(AsyncHTTPClientError(underlying: error))
        }
    }

    /// Indicates whether a response is known to be whole after a number of bytes of its body, because it has no body or
    /// its `Content-Length` is that number (RFC 9112, section 6.3).
    func isWhole(with head: EndpointResponseHead, _ received: Int = 0) -> Bool {
        let isWithoutBody = httpMethod == "HEAD" || head.statusCode == 204 || head.statusCode == 304
        // `Content-Length` is the length of the coded body.
        let isDecoded = received > 0 && head.headerField("Content-Encoding") != nil
        return isWithoutBody || !isDecoded && head.headerField("Content-Length") == "\(received)"
    }
}
#endif
