import EndpointController
import Foundation

/// An error that a closure of `compactMap` throws for the element that marks the end of the stream.
struct EndMarker: Error {}

/// A parser that ends before the body does, and throws if the body ends first.
struct EndingParser<Base: StreamParser>: StreamParser {
    var base: Base
    /// The error to throw if the body ends first.
    let missingEnd: EndpointElementError
    let isLast: @Sendable (Base.Element) -> Bool
    var hasEnded = false

    var isAtEnd: Bool { hasEnded || base.isAtEnd }

    mutating func append(_ bytes: Data?) {
        base.append(bytes)
    }

    mutating func next() throws -> Base.Element? {
        if hasEnded { return nil }
        // The reader reports the end of the body when only an unfinished element is left.
        let isRest = base.isAtEnd
        do {
            if let element = try base.next() {
                hasEnded = isLast(element)
                return element
            }
        } catch is EndMarker {
            hasEnded = true
            return nil
        } catch EndpointElementError.invalid(_, DecodingError.dataCorrupted) where isRest {
            // The body was cut within the JSON. Any other error, such as the server's, says more than a missing end.
            throw missingEnd
        } catch EndpointElementError.invalid(_, is EndpointPayloadError) where isRest {
            // The body was cut within a character.
            throw missingEnd
        }
        if base.isAtEnd { throw missingEnd }
        return nil
    }
}

extension StreamParser {
    /// Returns a parser that ends after an element or at an ``EndMarker``.
    func ending(
        or missingEnd: EndpointElementError,
        _ isLast: @escaping @Sendable (Element) -> Bool
    ) -> any StreamParser<Element> {
        EndingParser(base: self, missingEnd: missingEnd, isLast: isLast)
    }
}
