import Endpoint
import Foundation

/// Makes the request that a redirect asks for.
enum Redirect {
    /// The header fields that describe a body (RFC 9110, sections 8.3 to 8.7, and RFC 9112, section 6.1).
    private static let bodyFields: Set<String> = [
        "content-type", "content-length", "content-encoding", "content-language", "content-location",
        "transfer-encoding", "content-md5", "digest",
    ]

    /// - Parameters:
    ///   - head: The head of the response.
    ///   - request: The request that it answers.
    ///   - original: The request as the endpoint made it.
    /// - Returns: The next request, or nil if the response is no redirect.
    /// - Throws: `EndpointRedirectError`.
    static func request(
        after head: EndpointResponseHead,
        to request: URLRequest,
        of original: URLRequest
    ) throws(EndpointRedirectError) -> URLRequest? {
        guard [301, 302, 303, 307, 308].contains(head.statusCode),
            let location = head.headerField("Location")
        else { return nil }
        let url = try url(location, relativeTo: request.url)
        var next = request
        next.url = url
        let method = request.httpMethod ?? "GET"
        if becomesGET(head.statusCode, method) {
            next.httpMethod = "GET"
            next.httpBody = nil
            next.httpBodyStream = nil
            next.removeHeaderFields { bodyFields.contains($0) }
        } else if request.httpBodyStream != nil, request.endpointBody == nil {
            throw .bodyNotRepeatable
        }
        if Origin(url) != Origin(request.url) { next.keepPublicHeaderFields(of: original) }
        return next
    }

    private static func url(_ location: String, relativeTo base: URL?) throws(EndpointRedirectError) -> URL {
        do {
            return try URLResolution.webURL(location, relativeTo: base)
        } catch .invalidPort(let port, _) {
            throw .invalidPort(port, in: location)
        } catch {
            throw .invalidLocation(location)
        }
    }

    /// Whether a redirect makes another method a GET without a body (RFC 9110, sections 15.4.2 to 15.4.4, as browsers
    /// do).
    private static func becomesGET(_ statusCode: Int, _ method: String) -> Bool {
        switch statusCode {
        case 303: method != "GET" && method != "HEAD"
        case 301, 302: method == "POST"
        default: false
        }
    }
}

extension URLRequest {
    /// Keeps the header fields that are the endpoint's own and may go anywhere; what middleware added, and what may be
    /// a credential, is for the first origin alone.
    mutating func keepPublicHeaderFields(of original: URLRequest) {
        let current = self
        removeHeaderFields { name in
            Credentials.isCredential(name) || name == "host"
                || current.value(forHTTPHeaderField: name) != original.value(forHTTPHeaderField: name)
        }
    }

    /// Removes the header fields whose name, in lower case, meets a condition.
    fileprivate mutating func removeHeaderFields(where isToGo: (String) -> Bool) {
        for name in (allHTTPHeaderFields ?? [:]).keys where isToGo(name.lowercased()) {
            setValue(nil, forHTTPHeaderField: name)
        }
    }
}
