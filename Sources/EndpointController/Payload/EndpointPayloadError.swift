public import EndpointTransports
import Foundation

/// An error in reading the body of a response.
///
/// The body may be secret, so these errors do not quote it; an underlying error might.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointPayloadError: Error, Sendable {
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

    /// A line of a stream, or the data of an event, has more bytes than the limit.
    ///
    /// `line` is the number of the line at which the limit is exceeded, counted from 1 in each response.
    case elementTooLong(line: Int, limit: Int)

    /// A line, or the data of an event, is not the expected JSON; the underlying error gives the reason.
    ///
    /// The number is the position of the line or the event, counted from 1. Blank lines and events with empty data
    /// count too.
    case invalidElement(Int, any Error)

    /// A stream of events has ended without the event whose data marks the end.
    case missingEndMarker(String)
}

extension EndpointPayloadError: _DescribedError, ShownAsText {
    /// A sentence for a person.
    ///
    /// It does not quote the body, but may contain the message of an underlying error, which might do so.
    package var text: String {
        switch self {
        case .emptyBody: "The body is empty or contains only white space."
        case .unknownCharset(let charset): "The charset \(charset.quoted) of the text is not supported."
        case .undecodableText(let charset): "The body is not text in the charset \(charset.quoted)."
        case .invalidValue(let type): "The body is not a value of the type \(type)."
        case .unexpectedJSON(let expected): "The body is not a JSON \(expected)."
        case .bodyTooLarge(let limit): "The body is longer than \(limit) bytes."
        case .elementTooLong(let line, let limit):
            "At line \(line), an element of the body is longer than the limit of \(limit) bytes."
        case .invalidElement(let number, let error):
            "Element \(number) of the body cannot be decoded: \(ErrorText.of(error))"
        case .missingEndMarker(let marker): "The body has ended without an event with the data \(marker.quoted)."
        }
    }
}

extension EndpointPayloadError: Equatable {
    /// Returns a Boolean value that indicates whether two errors are the same case with equal values.
    ///
    /// - Parameters:
    ///   - lhs: An error.
    ///   - rhs: Another error.
    /// - Returns: `true` if they are equal. Underlying errors that are `Equatable` are compared with `==`, others by
    ///   type, domain and code.
    public static func == (lhs: EndpointPayloadError, rhs: EndpointPayloadError) -> Bool {
        switch (lhs, rhs) {
        case (.emptyBody, .emptyBody): true
        case (.unknownCharset(let one), .unknownCharset(let other)),
            (.undecodableText(let one), .undecodableText(let other)),
            (.invalidValue(let one), .invalidValue(let other)),
            (.unexpectedJSON(let one), .unexpectedJSON(let other)):
            one == other
        case (.bodyTooLarge(let one), .bodyTooLarge(let other)): one == other
        case (.elementTooLong(let one, let limit), .elementTooLong(let other, let otherLimit)):
            one == other && limit == otherLimit
        case (.invalidElement(let one, let error), .invalidElement(let other, let otherError)):
            one == other && ErrorEquality.areEqual(error, otherError)
        case (.missingEndMarker(let one), .missingEndMarker(let other)): one == other
        default: false
        }
    }
}
