import Endpoint
public import Foundation

/// What is wrong with the base URL of a controller.
public enum EndpointBaseURLError: Error, Sendable, Equatable {
    /// There is none, but the endpoint is relative to one.
    case missing

    /// The path does not end in a slash, so its last segment would be dropped (RFC 3986, section 5.2.3).
    case pathWithoutTrailingSlash(URL, dropped: String)
}

extension EndpointBaseURLError: CustomStringConvertible, LocalizedError {
    /// A sentence for a person, without credentials.
    public var description: String {
        switch self {
        case .missing:
            "The controller has no base URL."
        case .pathWithoutTrailingSlash(let url, let dropped):
            "The path of the base URL \(Credentials.hidden(inURL: url.absoluteString).quoted) does not end in a slash, "
                + "so \(dropped.quoted) would be dropped from every request."
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    /// Refuses a base URL of which a part would be lost.
    static func check(_ url: URL?) throws(EndpointBaseURLError) -> URL {
        guard let url else { throw .missing }
        let path = url.path(percentEncoded: true)
        guard path.isEmpty || path.hasSuffix("/") else {
            let dropped = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
            throw .pathWithoutTrailingSlash(url, dropped: String(dropped))
        }
        return url
    }
}
