public import Foundation

/// A type that builds a request: the root of the endpoint protocols.
///
/// Conform to ``EndpointType``, ``BaseURLEndpointType`` or ``APIEndpointType``. Use this protocol in a function that
/// accepts any endpoint:
///
/// ```swift
/// func log(_ endpoint: some RequestProviderType, baseURL: URL) throws {
///     print(try endpoint.request(relativeTo: baseURL).curlCommand(hidingCredentials: true))
/// }
/// ```
///
/// If an endpoint is an instance of a class, do not change it during a call: the call may read it on another thread.
public protocol RequestProviderType: _RequestParts {
    /// Builds the request.
    ///
    /// - Parameter baseURL: The base URL, or nil if there is none. A ``BaseURLEndpointType`` requires an absolute URL
    ///   whose path is empty or ends in a slash, but accepts nil if it is also an ``EndpointType``. A type that is only
    ///   an ``EndpointType`` ignores the base URL.
    /// - Returns: The request, whose URL is absolute.
    /// - Throws: The default implementations throw an ``EndpointRequestError`` or rethrow the endpoint's error.
    func request(relativeTo baseURL: URL?) throws -> URLRequest
}

extension EndpointType {
    /// Returns the ``request`` of the endpoint, and ignores the base URL.
    ///
    /// - Parameter baseURL: A URL that is ignored.
    /// - Returns: The request.
    /// - Throws: Rethrows errors from ``request``.
    public func request(relativeTo baseURL: URL?) throws -> URLRequest {
        try request
    }
}

extension BaseURLEndpointType {
    /// Builds the request for a base URL, and refuses nil and any URL that would lose its last path segment.
    ///
    /// - Parameter baseURL: An absolute URL whose path is empty or ends in a slash.
    /// - Returns: The request.
    /// - Throws: ``EndpointRequestError/missingBaseURL``, ``EndpointRequestError/incompleteURL(_:)``,
    ///   ``EndpointRequestError/baseURLWithoutTrailingSlash(_:dropped:)``, or the error of ``request(baseURL:)-(URL)``.
    public func request(relativeTo baseURL: URL?) throws -> URLRequest {
        try request(baseURL: try BaseURL.check(baseURL))
    }
}

extension BaseURLEndpointType where Self: EndpointType {
    /// Builds the request for a base URL, or returns the endpoint's ``EndpointType/request`` if the base URL is nil.
    ///
    /// - Parameter baseURL: Nil, or an absolute URL whose path is empty or ends in a slash.
    /// - Returns: The request.
    /// - Throws: ``EndpointRequestError/baseURLWithoutTrailingSlash(_:dropped:)``,
    ///   ``EndpointRequestError/incompleteURL(_:)``, or the error of the endpoint.
    public func request(relativeTo baseURL: URL?) throws -> URLRequest {
        guard let baseURL else { return try request }
        return try request(baseURL: try BaseURL.check(baseURL))
    }
}

private enum BaseURL {
    /// Refuses a base URL that is missing, or whose last path segment would be dropped (RFC 3986, section 5.2.3).
    static func check(_ url: URL?) throws(EndpointRequestError) -> URL {
        guard let url else { throw .missingBaseURL }
        let path = url.path(percentEncoded: true)
        guard path.isEmpty || path.hasSuffix("/") else {
            // Without a host, the path may hold user information, and a slash would not help.
            guard URLResolution.hasSchemeAndHost(url) else {
                throw .incompleteURL(Credentials.hidden(inBrokenURL: url.absoluteString))
            }
            let shown = Credentials.hidden(inURL: url.absoluteString)
            // A slice of bytes, as elsewhere: splitting another type would take further kilobytes of code.
            let bytes = Array(shown.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })[...]
            let dropped = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? []
            throw .baseURLWithoutTrailingSlash(shown, dropped: String(decoding: dropped, as: UTF8.self))
        }
        return url
    }
}
