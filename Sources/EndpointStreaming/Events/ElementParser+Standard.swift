import EndpointController
import Foundation

extension ElementParser where Element == ServerSentEvent {
    /// A parser of server-sent events (WHATWG HTML, section 9.2).
    ///
    /// With this parser, as with all parsers of events, the request's `Accept` field is `text/event-stream` unless the
    /// endpoint sets that field. A body with another content type, or with none, causes an error unless the endpoint
    /// accepts such a body: see `EndpointRules.acceptedContentTypes`.
    public static var events: ElementParser {
        ElementParser(mediaType: "text/event-stream") { settings, _ in
            ServerSentEventParser(
                limit: settings.limit, deliversUnfinishedEvent: settings.deliversUnfinishedEvent)
        }
    }

    /// Returns a parser of server-sent events that ends at an event with certain data.
    ///
    /// - Parameter marker: The data of the event that ends the stream. That event is not delivered, and the rest of the
    ///   body is ignored. If the body ends without it, the parser throws
    ///   ``EndpointElementError/missingEndMarker(_:)``.
    /// - Returns: The parser.
    public static func events(until marker: String) -> ElementParser {
        events.compactMap { event, _, _ in
            if event.data == marker { throw EndMarker() }
            return event
        }.ending(or: .missingEndMarker(marker))
    }

    /// Returns a parser of server-sent events that ends after the first event for which a closure returns `true`.
    ///
    /// ```swift
    /// let parser = ElementParser.events(until: { $0.type == "response.completed" })
    /// ```
    ///
    /// If the server ends the body within the last line of an event, the closure gets the event as far as it came:
    /// decode its data to find out whether it is whole.
    ///
    /// - Parameter isLast: A closure that returns `true` for the last event. That event is delivered, and the rest of
    ///   the body is ignored. If the body ends without it, the parser throws
    ///   ``EndpointElementError/missingLastElement``.
    /// - Returns: The parser.
    public static func events(until isLast: @escaping @Sendable (ServerSentEvent) -> Bool) -> ElementParser {
        events.ending(or: .missingLastElement, isLast)
    }
}

extension ElementParser where Element: Decodable {
    /// A parser that decodes each line of the body as JSON, with the decoder of the controller.
    ///
    /// An LF ends a line. All blank lines, and a byte order mark at the start of the body, are skipped. For a line that
    /// cannot be decoded, the parser throws ``EndpointElementError/invalid(_:_:)`` with the number of the line.
    public static var jsonLines: ElementParser { lines() }

    /// Returns a parser that decodes each line of the body as JSON, and ends at a certain line.
    ///
    /// - Parameter marker: The line that ends the stream, with or without spaces, tabs and CRs around it. It is not
    ///   decoded, and the rest of the body is ignored. If the body ends without it, the parser throws
    ///   ``EndpointElementError/missingEndMarker(_:)``.
    /// - Returns: The parser.
    public static func jsonLines(until marker: String) -> ElementParser {
        lines(until: marker).ending(or: .missingEndMarker(marker))
    }

    /// Returns a parser that decodes each line of the body as JSON, and ends after the first value for which a closure
    /// returns `true`.
    ///
    /// ```swift
    /// extension Chat: ElementsProviderType {
    ///     var elementParser: ElementParser<Chunk> { .jsonLines(until: { $0.done }) }
    /// }
    /// ```
    ///
    /// - Parameter isLast: A closure that returns `true` for the last value. That value is delivered, and the rest of
    ///   the body is ignored. If the body ends without it, the parser throws
    ///   ``EndpointElementError/missingLastElement``.
    /// - Returns: The parser.
    public static func jsonLines(until isLast: @escaping @Sendable (Element) -> Bool) -> ElementParser {
        lines().ending(or: .missingLastElement, isLast)
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
        let parser = ElementParser<ServerSentEvent>.events.compactMap { event, number, decoder in
            if event.data == marker { throw EndMarker() }
            return event.data.isEmpty ? nil : try decode(Data(event.data.utf8), number, decoder)
        }
        return marker.map { parser.ending(or: .missingEndMarker($0)) } ?? parser
    }

    /// Returns a parser that decodes the data of each server-sent event as JSON, and ends after the first value for
    /// which a closure returns `true`.
    ///
    /// - Parameter isLast: A closure that returns `true` for the last value. That value is delivered, and the rest of
    ///   the body is ignored. If the body ends without it, the parser throws
    ///   ``EndpointElementError/missingLastElement``.
    /// - Returns: The parser.
    public static func jsonEvents(until isLast: @escaping @Sendable (Element) -> Bool) -> ElementParser {
        jsonEvents().ending(or: .missingLastElement, isLast)
    }

    private static func lines(until marker: String? = nil) -> ElementParser {
        let marker = marker.map { Data($0.utf8) }
        return ElementParser<Data> { settings, _ in LineParser(limit: settings.limit) }
            .compactMap { line, number, decoder in
                let json = number == 1 ? line.droppingByteOrderMark : line
                let text = json.trimmingJSONSpace
                if text == marker { throw EndMarker() }
                return text.isEmpty ? nil : try decode(json, number, decoder)
            }
    }

    private static func decode(_ json: Data, _ number: Int, _ decoder: JSONDecoder) throws -> Element {
        do {
            // A decoder would take a zero byte or a byte order mark for a sign of the encoding.
            if json.contains(0) || json.startsWithByteOrderMark {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "This is not JSON in UTF-8."))
            }
            if let element = try? decoder.decode(Element.self, from: json) { return element }
            // A parser of payloads throws an error that says more.
            let head = EndpointResponseHead(url: nil, statusCode: 200)
            let response = EndpointResponse(request: URLRequest(url: URL(filePath: "/")), head: head, body: json)
            return try PayloadParser<Element>.json(decoder).parse(response)
        } catch {
            throw EndpointElementError.invalid(number, error)
        }
    }
}

extension Data {
    /// The bytes without JSON's white space at both ends, except LF.
    fileprivate var trimmingJSONSpace: Data {
        guard let start = firstIndex(where: { !" \t\r".utf8.contains($0) }),
            let end = lastIndex(where: { !" \t\r".utf8.contains($0) })
        else { return Data() }
        return self[start...end]
    }
}
