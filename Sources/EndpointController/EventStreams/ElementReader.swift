import Foundation

/// A response whose body is parsed.
struct OpenedResponse: Sendable {
    var statusCode: Int?
    let body: EndpointResponseBody
    /// Maps an error of the parser to the error to throw.
    var error: @Sendable (any Error) -> any Error = { $0 }
}

/// A reader of a body through a parser, which opens the response when elements are first asked for.
actor ElementReader<Parser: StreamParser> {
    /// The maximum number of elements that are parsed at a time.
    private static var batchSize: Int { 128 }

    private(set) var parser: Parser
    private let open: @Sendable () async throws -> OpenedResponse
    private var response: OpenedResponse?
    /// The error that the parser threw after the elements that were delivered last.
    private var failure: (any Error)?

    init(_ parser: Parser, open: @escaping @Sendable () async throws -> OpenedResponse) {
        self.parser = parser
        self.open = open
    }

    /// Waits for elements.
    ///
    /// - Returns: The elements; an empty array at the end.
    func next() async throws -> [Parser.Element] {
        let response = if let response { response } else { try await open() }
        self.response = response
        while true {
            if Task.isCancelled {
                // The body has its own error for cancellation.
                _ = try await response.body.nextChunk()
                throw response.error(CancellationError())
            }
            do {
                let elements = try parse()
                if !elements.isEmpty || parser.isAtEnd { return elements }
            } catch {
                throw response.error(error)
            }
            if let chunk = try await response.body.nextChunk() { parser.append(chunk) } else { parser.finish() }
        }
    }

    /// Parses one batch of elements, so that the rest waits in memory as bytes, not as elements.
    private func parse() throws -> [Parser.Element] {
        if let failure { throw failure }
        var elements: [Parser.Element] = []
        do {
            try Self.parse(&parser, &elements)
        } catch {
            if elements.isEmpty { throw error }
            failure = error
        }
        return elements
    }

    /// Parses elements into an array.
    ///
    /// The parser is a parameter, because each access to a variable of an actor is checked for exclusivity.
    private static func parse(_ parser: inout Parser, _ elements: inout [Parser.Element]) throws {
        while elements.count < batchSize, let element = try parser.next() {
            if elements.isEmpty { elements.reserveCapacity(16) }
            elements.append(element)
        }
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
