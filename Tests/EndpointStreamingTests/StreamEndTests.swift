import EndpointStreaming
import EndpointSupport
import EndpointTesting
import Foundation
import TestSupport
import Testing

/// A stream with an end of its own: a marker, or an element that meets a predicate.
@Suite(.timeLimit(.minutes(1))) struct StreamEndTests {
    enum Format: CaseIterable {
        case events, jsonEvents, jsonLines

        /// An element of the stream, which `type` alone distinguishes.
        func element(_ type: String) -> String {
            self == .jsonLines ? "{\"type\":\"\(type)\"}\n" : "event: \(type)\ndata: {\"type\":\"\(type)\"}\n\n"
        }

        func line(_ text: String) -> String { self == .jsonLines ? text : "data: \(text)" }
    }

    enum End: CaseIterable {
        case marker, predicate
    }

    private struct Item: Decodable, Sendable { var type: String }

    /// Returns a parser of the types of the elements.
    private func parser(_ format: Format, _ end: End) -> ElementParser<String> {
        switch (format, end) {
        case (.events, .marker): ElementParser.events(until: "[DONE]").map(\.type)
        case (.events, .predicate): ElementParser.events(until: { $0.type == "end" }).map(\.type)
        case (.jsonEvents, .marker): ElementParser<Item>.jsonEvents(until: "[DONE]").map(\.type)
        case (.jsonEvents, .predicate): ElementParser<Item>.jsonEvents(until: { $0.type == "end" }).map(\.type)
        case (.jsonLines, .marker): ElementParser<Item>.jsonLines(until: "[DONE]").map(\.type)
        case (.jsonLines, .predicate): ElementParser<Item>.jsonLines(until: { $0.type == "end" }).map(\.type)
        }
    }

    private func elements<Element>(
        _ chunks: [Data],
        isCut: Bool = false,
        _ parser: ElementParser<Element>
    ) async -> (elements: [Element], error: LoadError?) {
        let transport = BodyTransport { EndpointResponseBody(chunks, isCut: isCut) }
        let api = Controller(transport: transport)
        let (elements, error) = await collect(api.elements(of: Feed().streamed(by: parser)))
        return (elements, error as? LoadError)
    }

    private func expectMissingEnd(_ error: LoadError?, _ end: End, at location: SourceLocation = #_sourceLocation) {
        let expected = end == .marker ? EndpointElementError.missingEndMarker("[DONE]") : .missingLastElement
        guard case .parsing(_, let error as EndpointElementError)? = error, error == expected else {
            Issue.record("\(error as Any)", sourceLocation: location)
            return
        }
    }

    @Test(
        "Delivers the element that meets the predicate but not the marker, and reads no further",
        arguments: Format.allCases, End.allCases)
    func end(_ format: Format, _ end: End) async {
        let last = end == .marker ? format.line("[DONE]") + "\n\n" : format.element("end")
        let text = format.element("a") + last + format.line("{") + "\n\n"
        let reads = Locked(0)
        let body = EndpointResponseBody {
            reads.withLock { $0 += 1 }
            return Data(text.utf8)
        }
        let api = Controller(transport: BodyTransport { body })
        let (elements, error) = await collect(api.elements(of: Feed().streamed(by: parser(format, end))))
        #expect(elements == (end == .marker ? ["a"] : ["a", "end"]))
        #expect(error == nil)
        #expect(reads.withLock { $0 } == 1)
    }

    @Test("Throws if the body ends before the stream does", arguments: Format.allCases, End.allCases)
    func missingEnd(_ format: Format, _ end: End) async {
        for chunks in Data((format.element("a") + format.element("b")).utf8).splits {
            let (elements, error) = await elements(chunks, parser(format, end))
            #expect(elements == ["a", "b"])
            expectMissingEnd(error, end)
        }
    }

    @Test(
        "Throws that the end is missing if the body ends within JSON",
        arguments: [Format.jsonEvents, .jsonLines], End.allCases)
    func cutElement(_ format: Format, _ end: End) async {
        let whole = Data((format.element("a") + format.line("{\"type\":\"é")).utf8)
        // The second is cut within a character.
        for body in [whole, whole.dropLast()] {
            let (elements, error) = await elements([body], parser(format, end))
            #expect(elements == ["a"])
            expectMissingEnd(error, end)
        }
    }

    @Test(
        "Names whole JSON at the end of the body that is not an element, such as an error of the server",
        arguments: [Format.jsonEvents, .jsonLines], End.allCases)
    func otherJSON(_ format: Format, _ end: End) async {
        let body = Data((format.element("a") + format.line(#"{"error":"overloaded"}"#)).utf8)
        let (elements, error) = await elements([body], parser(format, end))
        #expect(elements == ["a"])
        #expect(error?.description.contains("type is missing") == true, "\(String(describing: error))")
    }

    @Test("Throws for JSON that cannot be decoded before the end of the body", arguments: End.allCases)
    func invalidElement(_ end: End) async {
        let (elements, error) = await elements([Data("data: {\n\n".utf8)], parser(.jsonEvents, end))
        #expect(elements.isEmpty)
        guard case .parsing(_, EndpointElementError.invalid(1, _))? = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test(
        "Ends at a marker or with a last element whose empty line or line ending is missing",
        arguments: Format.allCases, End.allCases)
    func unfinishedEnd(_ format: Format, _ end: End) async {
        let last =
            end == .marker
            ? format.line("[DONE]") : format.element("end").trimmingCharacters(in: .whitespacesAndNewlines)
        for lineEnding in ["", "\n", "\r", "\r\n"] where !lineEnding.contains("\r") || format != .jsonLines {
            for chunks in Data((format.element("a") + last + lineEnding).utf8).splits {
                let (elements, error) = await elements(chunks, parser(format, end))
                #expect(elements == (end == .marker ? ["a"] : ["a", "end"]))
                #expect(error == nil)
            }
        }
    }

    @Test("Finds the marker of JSON Lines between spaces, tabs and carriage returns")
    func markerWithSpace() async {
        let body = Data("{\"type\":\"a\"}\r\n\t[DONE] \r\n{".utf8)
        let (elements, error) = await elements([body], parser(.jsonLines, .marker))
        #expect(elements == ["a"])
        #expect(error == nil)
    }

    @Test(
        "Delivers an event without its empty line only on request",
        arguments: ["data: 2\n", "data: 2", "data: 2\r", "data: 1\ndata", "id: 7\n"])
    func unfinishedEvent(_ rest: String) async {
        let parser = ElementParser.events.map(\.data)
        let last = rest.contains("id") ? [] : [rest.contains("2") ? "2" : "1\n"]
        for start in ["", "\u{FEFF}", "data: 1\n\n"] {
            let first = start.contains("1") ? ["1"] : []
            for chunks in Data((start + rest).utf8).splits {
                #expect(await elements(chunks, parser).elements == first)
                let (elements, error) = await elements(chunks, parser.deliveringUnfinishedEvent())
                #expect(elements == first + last)
                #expect(error == nil)
            }
        }
    }

    @Test("Does not deliver an unfinished event if the connection breaks")
    func brokenConnection() async {
        let parser = ElementParser.events.deliveringUnfinishedEvent()
        let (events, error) = await elements([Data("data: 1\n".utf8)], isCut: true, parser)
        #expect(events.isEmpty)
        #expect(error?.kind == .truncatedResponse)
    }
}
