import Foundation

/// A parser that turns the body of a response into elements while the body arrives.
///
/// An endpoint can specify its parser: see ``ElementsProviderType``. Any other endpoint gets one from `streamed(by:)`.
/// An error of the parser, except `CancellationError`, becomes `EndpointError.parsing(_:_:)`.
public struct ElementParser<Element: Sendable>: Sendable {
    /// The media type that a response must have unless the endpoint accepts others; nil for no such requirement.
    let mediaType: String?

    private var limit = 1_048_576
    private let makeStreamParser: @Sendable (_ limit: Int, JSONDecoder) -> any StreamParser<Element>

    init(
        mediaType: String? = nil,
        _ makeStreamParser: @escaping @Sendable (_ limit: Int, JSONDecoder) -> any StreamParser<Element>
    ) {
        self.mediaType = mediaType
        self.makeStreamParser = makeStreamParser
    }

    func streamParser(_ decoder: JSONDecoder) -> any StreamParser<Element> {
        makeStreamParser(limit, decoder)
    }

    /// Sets the maximum number of bytes in a line and in the data of an event.
    ///
    /// The default is 1 MiB.
    ///
    /// ```swift
    /// let parser = ElementParser<LogEntry>.jsonLines.limit(65_536)
    /// ```
    ///
    /// - Parameter bytes: The number of bytes. For a longer line or longer data, the parser throws
    ///   ``EndpointElementError/tooLong(line:limit:)``.
    /// - Returns: The parser with this limit.
    public func limit(_ bytes: Int) -> ElementParser {
        var parser = self
        parser.limit = bytes
        return parser
    }

    /// Maps each element to another value.
    ///
    /// ```swift
    /// let parser = ElementParser.events.map { event in try Change(event) }
    /// ```
    ///
    /// - Parameter transform: A closure that maps an element to the new value. Errors of the closure, except
    ///   `CancellationError`, become `EndpointError.parsing(_:_:)`.
    /// - Returns: A parser whose elements are the new values.
    public func map<Other>(_ transform: @escaping @Sendable (Element) throws -> Other) -> ElementParser<Other> {
        var parser = ElementParser<Other>(mediaType: mediaType) { [makeStreamParser] limit, decoder in
            makeStreamParser(limit, decoder).map { element, _ in try transform(element) }
        }
        parser.limit = limit
        return parser
    }
}

extension ElementParser where Element == ServerSentEvent {
    /// A parser of server-sent events (WHATWG HTML, section 9.2).
    ///
    /// With this parser, as with ``jsonEvents(until:)``, the request's `Accept` field is `text/event-stream` unless the
    /// endpoint sets that field. A body with another content type, or with none, causes an error unless the endpoint
    /// accepts such a body: see `EndpointRules.acceptedContentTypes`.
    public static var events: ElementParser {
        ElementParser(mediaType: "text/event-stream") { limit, _ in ServerSentEventParser(limit: limit) }
    }
}

extension ElementParser where Element: Decodable {
    /// A parser that decodes each line of the body as JSON, with the decoder of the controller.
    ///
    /// An LF ends a line. All blank lines, and a byte order mark at the start of the body, are skipped. For a line that
    /// cannot be decoded, the parser throws ``EndpointElementError/invalid(_:_:)`` with the number of the line.
    public static var jsonLines: ElementParser {
        ElementParser { limit, decoder in
            LineParser(limit: limit).map { line, number in
                let json = number == 1 ? line.droppingByteOrderMark : line
                return JSONBody.isEmpty(json) ? nil : try decode(json, number, decoder)
            }
        }
    }

    /// Returns a parser that decodes the data of each server-sent event as JSON, with the decoder of the controller.
    ///
    /// ```swift
    /// extension Chat: ElementsProviderType {
    ///     var elementParser: ElementParser<Chunk> { .jsonEvents(until: "[DONE]") }
    /// }
    /// ```
    ///
    /// Events with empty data are skipped. For data that cannot be decoded, the parser throws
    /// ``EndpointElementError/invalid(_:_:)`` with the number of the event.
    ///
    /// - Parameter marker: The data of the event that ends the stream; the rest of the body is ignored. If the body
    ///   ends without that event, the parser throws ``EndpointElementError/missingEndMarker(_:)``. The default is nil:
    ///   the stream ends with the body.
    /// - Returns: The parser.
    public static func jsonEvents(until marker: String? = nil) -> ElementParser {
        ElementParser(mediaType: "text/event-stream") { limit, decoder in
            ServerSentEventParser(limit: limit, until: marker).map { event, number in
                event.data.isEmpty ? nil : try decode(Data(event.data.utf8), number, decoder)
            }
        }
    }

    private static func decode(_ json: Data, _ number: Int, _ decoder: JSONDecoder) throws -> Element {
        do {
            // A decoder would take a zero byte or a byte order mark for a sign of the encoding.
            if json.contains(0) || json.startsWithByteOrderMark {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "This is not JSON in UTF-8."))
            }
            return try decoder.decode(Element.self, from: json)
        } catch {
            throw EndpointElementError.invalid(number, JSONBody.explained(error, for: json, with: decoder))
        }
    }
}
