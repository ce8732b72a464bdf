import Foundation

/// A reader that parses the body of a response; it opens the response when elements are first asked for.
///
/// This is a class with a lock, not an actor, because leaving an actor for each chunk and coming back takes longer than
/// parsing a short chunk.
final class ElementReader<Parser: StreamParser>: Sendable {
    private let state: Locked<ParserState<Parser>>
    private let feeder: BodyFeeder

    init(_ parser: Parser, open: @escaping @Sendable () async throws -> OpenedResponse) {
        let state = Locked(ParserState(parser: parser))
        self.state = state
        feeder = BodyFeeder(open: open) { arrival in
            try state.withLock { try $0.parse(arrival) }
        }
    }

    var parser: Parser { state.withLock(\.parser) }

    /// Waits for elements.
    ///
    /// - Returns: The elements; an empty array at the end.
    func next() async throws -> [Parser.Element] {
        while true {
            try await feeder.feed()
            let (elements, isAtEnd) = state.withLock { state in
                defer { state.elements = [] }
                return (state.elements, state.isAtEnd)
            }
            // If there are no elements before the end, another loop has taken them.
            if !elements.isEmpty || isAtEnd { return elements }
        }
    }
}

private struct ParserState<Parser: StreamParser>: Sendable {
    var parser: Parser
    /// The elements that wait to be delivered.
    var elements: [Parser.Element] = []
    /// A Boolean value that indicates whether all elements have been parsed.
    private(set) var isAtEnd = false
    /// The error that the parser threw; any elements that were parsed before the error are delivered first.
    private var failure: (any Error)?

    init(parser: Parser) {
        self.parser = parser
    }

    /// Parses only one batch of elements, so that later bytes wait in memory as bytes, not as elements.
    ///
    /// - Returns: `true` if the parser needs more bytes.
    mutating func parse(_ arrival: BodyFeeder.Arrival) throws -> Bool {
        if let failure { throw failure }
        switch arrival {
        case .nothing: break
        case .chunk(let chunk): parser.append(chunk)
        case .end: parser.finish()
        }
        do {
            while elements.count < 128 {
                guard let element = try parser.next() else {
                    isAtEnd = parser.isAtEnd
                    break
                }
                if elements.isEmpty { elements.reserveCapacity(16) }
                elements.append(element)
            }
        } catch {
            failure = error
            if elements.isEmpty { throw error }
        }
        return elements.isEmpty && !isAtEnd
    }
}

extension Pipeline {
    /// Returns the elements of a response; the request is sent when the first element is asked for.
    func elements<Parser: StreamParser>(
        of call: Result<Call, EndpointError<ServerError>>,
        _ parser: Parser
    ) -> ElementSource<Parser.Element> {
        let reader = ElementReader(parser) {
            try await open(try call.get())
        }
        return ElementSource { try await reader.next() }
    }

    /// Sends the request and returns the response for parsing; throws if the head is not accepted.
    func open(_ call: Call) async throws(EndpointError<ServerError>) -> OpenedResponse {
        let streamed = try await stream(call)
        let response = EndpointResponse(to: call, streamed)
        return OpenedResponse(statusCode: response.statusCode, body: streamed.body) { error in
            error is CancellationError ? EndpointError<ServerError>.cancelled : .parsing(response, error)
        }
    }
}
