import Endpoint
package import Foundation

/// A request to what is no web server.
package struct EndpointURLSchemeError: LocalizedError {
    private let url: URL?

    package var errorDescription: String? {
        guard let url else { return "The request has no URL." }
        let shown = Credentials.hidden(inURL: url.absoluteString).quoted
        return "The URL \(shown) has the scheme \((url.scheme ?? "").quoted), where http or https is needed."
    }

    /// Refuses a URL that no HTTP request can be sent to.
    ///
    /// - Parameter url: The URL of a request.
    /// - Returns: The URL.
    /// - Throws: `EndpointTransportError.invalidRequest`.
    @discardableResult
    package static func check(_ url: URL?) throws(EndpointTransportError) -> URL {
        guard let url, ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw .invalidRequest(EndpointURLSchemeError(url: url))
        }
        do {
            // An endpoint may supply a whole request, and a middleware may change one.
            try URLResolution.checkPort(of: url.absoluteString)
        } catch {
            throw .invalidRequest(error)
        }
        return url
    }
}
