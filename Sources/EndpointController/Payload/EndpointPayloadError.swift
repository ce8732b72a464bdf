@_spi(Tools) import Endpoint
public import EndpointTransports
import Foundation

/// An error in reading the body of a response.
///
/// The body may be secret, so these errors do not quote it.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointPayloadError: Error, Sendable, Equatable {
    /// The body is empty or contains only white space, but a value is needed.
    case emptyBody

    /// The response names a charset that is unknown or not supported.
    case unknownCharset(String)

    /// The body contains bytes that are not valid text in the charset.
    case undecodableText(charset: String)

    /// The text of the body is not a value of the type, or is out of the range of the type.
    case invalidValue(type: String)

    /// The body is JSON, but not the expected object or array.
    case unexpectedJSON(expected: String)

    /// The body has more bytes than the limit.
    case bodyTooLarge(limit: Int)
}

extension EndpointPayloadError: _DescribedError {
    /// A sentence for a person, which does not quote the body.
    public var description: String {
        switch self {
        case .emptyBody: "The body is empty or contains only white space."
        case .unknownCharset(let charset): "The charset \(charset.quoted) of the text is not supported."
        case .undecodableText(let charset): "The body is not text in the charset \(charset.quoted)."
        case .invalidValue(let type): "The body is not a value of the type \(type)."
        case .unexpectedJSON(let expected): "The body is not a JSON \(expected)."
        case .bodyTooLarge(let limit): "The body is longer than \(limit) bytes."
        }
    }
}
