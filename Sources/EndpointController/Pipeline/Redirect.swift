import EndpointSupport
public import EndpointTransports
import Foundation

/// The mapping of a redirect to the next request.
enum Redirect {
    /// The fields that describe a body (RFC 9110, sections 8.3 to 8.8 and 14.4, RFC 6266, RFC 9112, section 6.1, and
    /// RFC 9530); two are obsolete.
    fileprivate static let bodyFields: Set<String> = [
        "content-type", "content-length", "content-encoding", "content-language", "content-location",
        "transfer-encoding", "content-md5", "digest", "content-digest", "repr-digest", "content-range",
        "content-disposition", "last-modified", "etag",
    ]

    /// Creates the request that a redirect asks for.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - request: The request that the response answers.
    ///   - call: The call, with the request before any middleware changed it.
    /// - Returns: The next request, or nil if the status is not 301, 302, 303, 307 or 308, or `Location` is missing.
    /// - Throws: `EndpointRedirectError`.
    static func request(
        after head: EndpointResponseHead,
        to request: URLRequest,
        of call: Call
    ) throws(EndpointRedirectError) -> URLRequest? {
        guard [301, 302, 303, 307, 308].contains(head.statusCode),
            let location = head.headerField("Location")
        else { return nil }
        var url = try url(location, relativeTo: request.url)
        // A location without a fragment inherits the fragment of the request (RFC 9110, section 10.2.2).
        if url.fragment == nil, let fragment = request.url?.fragment(percentEncoded: true) {
            url = URL(string: "\(url.absoluteString)#\(fragment)") ?? url
        }
        var next = request
        let method = request.httpMethod ?? "GET"
        if becomesGET(head.statusCode, method) {
            next.httpMethod = "GET"
            next.httpBody = nil
            next.httpBodyStream = nil
            // The preconditions were meant for the previous request, for example for the state before a PUT.
            next.removeHeaderFields { bodyFields.contains($0) || $0 == "expect" || $0.hasPrefix("if-") }
        } else if !request.canBeReadAgain {
            throw .bodyNotRepeatable
        }
        try next.retarget(to: url, of: call)
        return next
    }

    /// Resolves a `Location` (RFC 9110, section 10.2.2).
    static func url(_ location: String, relativeTo base: URL?) throws(EndpointRedirectError) -> URL {
        // The field is not a list (RFC 9110, section 5.3), but the values of several lines are joined. A space is not
        // valid in a URL.
        guard let base, !location.contains(", ") else { throw .invalidLocation(location) }
        do {
            return try base.resolving(location)
        } catch .invalidPort(let port, _) {
            throw .invalidPort(port, in: location)
        } catch {
            throw .invalidLocation(location)
        }
    }

    /// Indicates whether a redirect changes the method to GET and drops the body, as in browsers (RFC 9110, sections
    /// 15.4.2 to 15.4.4).
    private static func becomesGET(_ statusCode: Int, _ method: String) -> Bool {
        switch statusCode {
        case 303: method != "GET" && method != "HEAD"
        case 301, 302: method == "POST"
        default: false
        }
    }
}

extension URLRequest {
    private static let portableNames: Set<String> = [
        "accept", "user-agent", "idempotency-key", "range", "cache-control", "pragma", "prefer", "expect", "date",
        "last-event-id",
    ]
    private static let portablePrefixes = ["accept-", "content-", "if-"]

    /// Sets another URL; if its origin differs, removes the header fields that must not be sent to that origin.
    ///
    /// Fields that middleware added or changed are meant only for the first origin, except fields that describe the
    /// body, and except an idempotency key: without the key, the request might be carried out twice.
    ///
    /// - Throws: `secretBody(_:)` if another origin would get a secret body, or answer the call that sent it.
    mutating func retarget(to url: URL, of call: Call) throws(EndpointRedirectError) {
        let current = self
        self.url = url
        if Origin(url) == Origin(current.url) { return }
        let hasBody = [current, call.request].contains { $0.httpBody != nil || $0.httpBodyStream != nil }
        if call.rules.hasSecretBody == true, hasBody { throw .secretBody(url.absoluteString) }
        let portable = Set(call.rules.portableHeaderFields.map { $0.lowercased() })
        removeHeaderFields { name in
            if Redirect.bodyFields.contains(name) { return false }
            let isPortable =
                Self.portableNames.contains(name) || Self.portablePrefixes.contains(where: name.hasPrefix)
                || portable.contains(name)
            let isChanged =
                current.value(forHTTPHeaderField: name) != call.request.value(forHTTPHeaderField: name)
            return !isPortable || isChanged && name != "idempotency-key"
        }
    }

    /// Removes the header fields whose names, in lower case, meet a condition.
    fileprivate mutating func removeHeaderFields(where isUnwanted: (String) -> Bool) {
        for name in (allHTTPHeaderFields ?? [:]).keys where isUnwanted(name.lowercased()) {
            setValue(nil, forHTTPHeaderField: name)
        }
    }
}

/// The error that middleware gets for a response whose redirect is not followed; the call ends with
/// ``EndpointError/redirectNotFollowed(_:_:)``.
public struct EndpointRefusedRedirect: _DescribedError {
    /// The response with the redirect.
    public let response: EndpointStreamedResponse

    /// The reason why the redirect is not followed.
    public let reason: EndpointRedirectError

    public var description: String { reason.description }
}
