@_spi(Tools) import Endpoint
@_spi(Tools) import EndpointSupport
import Foundation

struct UnsendableRequest: _DescribedError {
    let description: String

    /// Returns the error for a `Content-Length` that is not the length of the body.
    static func contentLength(_ stated: String, name: String = "Content-Length", bodyHas length: String) -> Self {
        let text = "The header field \(name.quoted) is \(stated.quoted), but the body has \(length) bytes."
        return UnsendableRequest(description: text)
    }
}

extension URLRequest {
    /// Refuses an invalid request, whether the endpoint or middleware made it, because some transports would send it.
    func check() throws {
        try checkURL()
        let method = HTTPMethod(rawValue: httpMethod ?? "GET")
        guard method.rawValue.isHTTPToken else { throw EndpointRequestError.invalidMethod(method.rawValue) }
        // Some clients send the body, and others wait for it.
        guard !method.refusesBody || httpBody?.isEmpty != false && httpBodyStream == nil else {
            throw EndpointRequestError.bodyNotAllowed(method)
        }
        guard let fields = allHTTPHeaderFields, !fields.isEmpty else { return }
        try HeaderFields.validate(fields)
        for (name, value) in fields { try checkFraming(name, value) }
    }

    private func checkURL() throws {
        guard let url else { throw UnsendableRequest(description: "The request has no URL.") }
        let string = url.absoluteString
        let bytes = Array(string.utf8)
        let layout = URLLayout(bytes)
        let scheme = layout.scheme.map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
        guard scheme.equalsIgnoringASCIICase("https") || scheme.equalsIgnoringASCIICase("http") else {
            let found = url.scheme.map { "has the scheme \($0.quoted)" } ?? "does not have a scheme"
            throw UnsendableRequest(description: "The URL \(found). It needs http or https.")
        }
        let authority = layout.authority.map { bytes[$0] } ?? []
        guard !authority.contains(UInt8(ascii: "@")) else {
            // Some transports send the text before `@` as credentials, and others ignore it (RFC 9110, section 4.2.4).
            let text = "The URL contains a user name or password. Use BasicCredentials instead."
            throw UnsendableRequest(description: text)
        }
        guard let first = authority.first, first != UInt8(ascii: ":"),
            !authority.contains(UInt8(ascii: "%")) || URLResolution.hasValidHost(url)
        else { throw UnsendableRequest(description: "The URL has no valid host.") }
        if let port = layout.tooLargePort(in: bytes) {
            throw EndpointRequestError.invalidPort(port, in: Redaction.standard.masked(inBrokenURL: string))
        }
    }

    /// Refuses a field that may misstate the end of the body: a server might take the rest for another request (RFC
    /// 9112, section 6.3).
    private func checkFraming(_ name: String, _ value: String) throws {
        if name.equalsIgnoringASCIICase("Transfer-Encoding") {
            let text = "The header field \(name.quoted) is set by the transport; remove it from the request."
            throw UnsendableRequest(description: text)
        }
        guard name.equalsIgnoringASCIICase("Content-Length") else { return }
        guard let stated = Int64(digits: value) else {
            let text = "The header field \(name.quoted) is \(value.quoted), which is not a number of bytes."
            throw UnsendableRequest(description: text)
        }
        guard let length = bodyLength, stated != length else { return }
        throw UnsendableRequest.contentLength(value, name: name, bodyHas: "\(length)")
    }
}
