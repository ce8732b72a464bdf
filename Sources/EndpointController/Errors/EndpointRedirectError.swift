@_spi(Tools) import Endpoint
public import EndpointTransports
import Foundation

/// The reason why a redirect was not followed.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointRedirectError: Error, Sendable, Equatable {
    /// There were more than 20 redirects in a row.
    case tooMany

    /// The `Location` does not lead to a valid `http` or `https` URL, or leads to one with a user name.
    case invalidLocation(String)

    /// The port of the `Location` is larger than 65535.
    case invalidPort(String, in: String)

    /// The transport cannot send the request to the URL, for the reason that it gives.
    case unsendable(String, reason: String)

    /// The request would have to be sent again, but its body is a stream that can be read only once.
    case bodyNotRepeatable

    /// The `Location`, the link to a page, or the URL that the caller passed has another origin, which must neither get
    /// a secret body nor answer the call that sent it: see ``EndpointRules/hasSecretBody``.
    case secretBody(String)
}

extension EndpointRedirectError: _DescribedError, _OpaqueType {
    /// A sentence for a person, with URLs shown without their query values.
    public var description: String {
        switch self {
        case .tooMany: "There were more than 20 redirects."
        case .invalidLocation(let location):
            "The redirect leads to \(Redaction.standard.outline(ofURL: location).quoted), which is not a valid http or "
                + "https URL, or has a user name."
        case .invalidPort(let port, let location):
            "The port \(port.quoted) in \(Redaction.standard.outline(ofURL: location).quoted), where the redirect leads, is "
                + "larger than 65535."
        case .unsendable(let url, let reason):
            "The redirect leads to \(Redaction.standard.outline(ofURL: url).quoted), where the request cannot be sent: "
                + reason
        case .bodyNotRepeatable: "The body of the request is a stream that cannot be sent again."
        case .secretBody(let url):
            "The URL \(Redaction.standard.outline(ofURL: url).quoted) has another origin, which must not get or answer a "
                + "request with a secret in its body."
        }
    }
}
