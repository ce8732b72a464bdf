public import EndpointController
@_spi(Tools) import Endpoint
import Foundation

/// The reason why a page cannot be requested.
///
/// If the path of the request is secret, `***` replaces a link: see `EndpointRules.hasSecretPath`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointPagingError: Error, Sendable, Equatable {
    /// The page number is less than 1, or adding the offset to it overflows `Int`.
    case invalidPage(Int)

    /// The offset is less than 0; an offset that overflows `Int` becomes negative.
    case invalidOffset(Int)

    /// The number of items per page is less than 1.
    case invalidPerPage(Int)

    /// The paging does not use page numbers, so a page cannot be requested by its number.
    case noPageNumbers

    /// The `Link` header field is malformed (RFC 8288, section 3), and the parts that could be read do not contain a
    /// link to a next page.
    case invalidLinkField(String)

    /// The link to the next page is empty or does not resolve to a valid `http` or `https` URL, or its URL has a user
    /// name.
    case invalidLink(String)

    /// The port of the link to the next page is larger than 65535.
    case invalidPort(String, in: String)

    /// The link leads to a URL that was requested before, so the pages would never end.
    case repeatedLink(String)

    /// The cursor of the next page was sent before, so the pages would never end.
    case repeatedCursor(String)

    /// Each page needs its own request, but the body is a stream that can be read only once.
    case bodyNotRepeatable
}

extension EndpointPagingError: _DescribedError {
    /// A sentence for a person, without recognised credentials.
    public var description: String {
        switch self {
        case .invalidPage(let page):
            "There is no page \(page): page numbers start at 1" + (page < 1 ? "." : ", and this number is too large.")
        case .invalidOffset(let offset):
            "There is no page at the offset \(offset): offsets start at 0."
        case .invalidPerPage(let count):
            "A page cannot have \(count) items: the minimum is 1."
        case .noPageNumbers:
            "The pages have no numbers: a link, a cursor or an offset leads from each to the next."
        case .invalidLinkField(let value):
            "The header field \"Link\" is malformed: "
                + value.components(separatedBy: ">").map(Self.shown).joined(separator: ">").quoted
        case .invalidLink(let link):
            "The link to the next page, \(Self.shown(link).quoted), is not a valid http or https URL, or has a user name."
        case .invalidPort(let port, let link):
            "The port \(port.quoted) in the link to the next page, \(Self.shown(link).quoted), is larger than 65535."
        case .repeatedLink(let link):
            "The URL of the next page, \(Self.shown(link).quoted), was requested before."
        case .repeatedCursor:
            // A cursor is opaque and may contain a credential.
            "The cursor of the next page was sent before."
        case .bodyNotRepeatable:
            "The body of the request is a stream that cannot be sent again for the next page."
        }
    }

    /// The error without the link that it contains.
    var withoutLink: EndpointPagingError {
        switch self {
        case .invalidLinkField: .invalidLinkField(FieldMask.text)
        case .invalidLink: .invalidLink(FieldMask.text)
        case .invalidPort(let port, _): .invalidPort(port, in: FieldMask.text)
        case .repeatedLink: .repeatedLink(FieldMask.text)
        default: self
        }
    }

    /// Returns a URL without user information, query and fragment, which may be secret.
    private static func shown(_ url: String) -> String {
        let path = String(url.unicodeScalars.prefix { $0 != "?" && $0 != "#" })
        return Redaction.standard.masked(path) + (path == url ? "" : "…")
    }
}
