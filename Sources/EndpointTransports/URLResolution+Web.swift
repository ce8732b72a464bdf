package import Endpoint
package import Foundation

extension URLResolution {
    /// Resolves a reference from a server, and refuses anything other than the URL of a web server.
    ///
    /// - Parameters:
    ///   - reference: The reference.
    ///   - baseURL: The URL of the request.
    /// - Returns: The absolute URL, with the scheme `http` or `https` and a host.
    /// - Throws: `EndpointRequestError`, such as `incompleteURL(_:)` if the base URL is nil or incomplete,
    ///   `invalidPort(_:in:)` for a port over 65535, and `invalidRelativeURLString(_:)` for a reference that is empty
    ///   or does not resolve to a web URL with a valid host and no user name.
    package static func webURL(_ reference: String, relativeTo baseURL: URL?) throws(EndpointRequestError) -> URL {
        let base = try baseURL.map(absoluteString) ?? ""
        guard let baseURL, hasSchemeAndHost(baseURL) else {
            throw .incompleteURL(Credentials.hidden(inBrokenURL: base))
        }
        let url = try resolved(reference, base: base)
        guard !reference.isEmpty, hasSchemeAndHost(url), hasValidHost(url), url.user == nil,
            ["http", "https"].contains(url.scheme?.lowercased())
        else {
            throw .invalidRelativeURLString(Credentials.hidden(inBrokenURL: reference))
        }
        return url
    }

    /// Indicates whether a URL's host, whose escapes are decoded before it is sent, is a valid header field value.
    static func hasValidHost(_ url: URL) -> Bool {
        url.host(percentEncoded: false).map(HeaderFields.isValidValue) ?? false
    }
}
