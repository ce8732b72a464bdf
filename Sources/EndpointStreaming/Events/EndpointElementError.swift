public import EndpointController
@_spi(Tools) import Endpoint
import Foundation

/// An error in parsing the elements of a body.
///
/// The body may be secret, so these errors do not quote it; an underlying error might.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum EndpointElementError: Error, Sendable {
    /// A line, or the data of an event, has more bytes than the limit.
    ///
    /// `line` is the number of the line at which the limit is exceeded, counted from 1 in each response.
    case tooLong(line: Int, limit: Int)

    /// A line, or the data of an event, is not the expected JSON; the underlying error gives the reason.
    ///
    /// The number is the position of the line or the event, counted from 1. Blank lines and events with empty data
    /// count too.
    case invalid(Int, any Error)

    /// The body has ended without the event or the line that marks the end of the stream.
    case missingEndMarker(String)

    /// The body has ended without an element that the closure of `until:` takes for the last.
    case missingLastElement
}

extension EndpointElementError: _DescribedError {
    /// A sentence for a person.
    ///
    /// It does not quote the body, but may contain the message of an underlying error, which might do so.
    public var description: String {
        switch self {
        case .tooLong(let line, let limit):
            "At line \(line), an element of the body is longer than the limit of \(limit) bytes."
        case .invalid(let number, let error):
            "Element \(number) of the body cannot be decoded: \(ErrorText.of(error))"
        case .missingEndMarker(let marker): "The body has ended without its end marker \(marker.quoted)."
        case .missingLastElement: "The body has ended without the element that ends the stream."
        }
    }
}

extension EndpointElementError: Equatable {
    /// Returns a Boolean value that indicates whether two errors are the same case with equal values.
    ///
    /// - Parameters:
    ///   - lhs: An error.
    ///   - rhs: Another error.
    /// - Returns: `true` if they are equal. Underlying errors that are `Equatable` are compared with `==`, others by
    ///   type, domain and code.
    public static func == (lhs: EndpointElementError, rhs: EndpointElementError) -> Bool {
        switch (lhs, rhs) {
        case (.tooLong(let one, let limit), .tooLong(let other, let otherLimit)): one == other && limit == otherLimit
        case (.invalid(let one, let error), .invalid(let other, let otherError)):
            one == other && ErrorEquality.areEqual(error, otherError)
        case (.missingEndMarker(let one), .missingEndMarker(let other)): one == other
        case (.missingLastElement, .missingLastElement): true
        default: false
        }
    }
}
