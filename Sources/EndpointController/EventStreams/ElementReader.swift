import Foundation

/// A response whose body is parsed.
struct OpenedResponse: Sendable {
    var statusCode: Int?
    let body: EndpointResponseBody
    /// Maps an error of the parser to the error to throw.
    var error: @Sendable (any Error) -> any Error = { $0 }
}

/// A reader of a body through a parser, which opens the response when elements are first asked for.
///
/// A class with a lock and not an actor: to leave an actor for each chunk, and to come back, takes longer than to parse a
/// short one.
final class ElementReader<Parser: StreamParser>: Sendable {
    fileprivate struct State: Sendable {
        var parser: Parser
        var response: OpenedResponse?
        /// The error that the parser threw after the elements that were delivered last.
        var failure: (any Error)?
    }

    fileprivate enum Arrival {
        case nothing
        case chunk(Data)
        case end
    }

    private let state: Locked<State>
    private let open: @Sendable () async throws -> OpenedResponse

    init(_ parser: Parser, open: @escaping @Sendable () async throws -> OpenedResponse) {
        state = Locked(State(parser: parser))
        self.open = open
    }

    var parser: Parser { state.withLock(\.parser) }

    /// Waits for elements.
    ///
    /// - Returns: The elements; an empty array at the end.
    func next() async throws -> [Parser.Element] {
        let response = try await opened()
        var arrival = Arrival.nothing
        while true {
            if Task.isCancelled {
                // The body has its own error for cancellation.
                _ = try await response.body.nextChunk()
                throw response.error(CancellationError())
            }
            do {
                if let elements = try state.withLock({ try $0.parse(arrival) }) { return elements }
            } catch {
                throw response.error(error)
            }
            arrival = try await response.body.nextChunk().map { .chunk($0) } ?? .end
        }
    }

    private func opened() async throws -> OpenedResponse {
        if let response = state.withLock(\.response) { return response }
        let response = try await open()
        state.withLock { $0.response = response }
        return response
    }
}

extension ElementReader.State {
    /// Parses one batch of elements, so that the rest waits in memory as bytes, not as elements.
    ///
    /// - Returns: The elements; an empty array at the end, and nil if more bytes are needed.
    fileprivate mutating func parse(_ arrival: ElementReader.Arrival) throws -> [Parser.Element]? {
        if let failure { throw failure }
        switch arrival {
        case .nothing: break
        case .chunk(let chunk): parser.append(chunk)
        case .end: parser.finish()
        }
        var elements: [Parser.Element] = []
        do {
            while elements.count < 128, let element = try parser.next() {
                if elements.isEmpty { elements.reserveCapacity(16) }
                elements.append(element)
            }
        } catch {
            if elements.isEmpty { throw error }
            failure = error
        }
        return elements.isEmpty && !parser.isAtEnd ? nil : elements
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

    /// Sends the request, and opens the body of the response if its head is accepted.
    func open(_ call: Call) async throws(EndpointError<ServerError>) -> OpenedResponse {
        let streamed = try await stream(call)
        let response = EndpointResponse(to: call, streamed)
        return OpenedResponse(statusCode: response.statusCode, body: streamed.body) { error in
            error is CancellationError ? EndpointError<ServerError>.cancelled : .parsing(response, error)
        }
    }
}
