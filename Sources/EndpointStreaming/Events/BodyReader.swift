import Foundation

/// A response whose body is parsed; `statusCode` is nil if only the body is known.
struct OpenedResponse: Sendable {
    var statusCode: Int?
    let body: EndpointResponseBody
    /// The closure that maps a parser error or a `CancellationError` to the error to throw; by default the same error.
    var error: @Sendable (any Error) -> any Error = { $0 }
}

/// A reader that parses the body of a response; it opens the response when elements are first asked for.
struct BodyReader<Parser: StreamParser>: ElementReader {
    var parser: Parser
    let open: @Sendable () async throws -> OpenedResponse
    var opened: OpenedResponse?
    /// The error that the parser threw after elements, which are delivered first.
    var failure: (any Error)?

    /// Waits for elements.
    ///
    /// - Throws: Rethrows errors from `open` and from the body; maps other errors with `OpenedResponse.error`.
    mutating func next() async throws -> [Parser.Element] {
        let response = if let opened { opened } else { try await open() }
        opened = response
        while true {
            if Task.isCancelled {
                // The body may throw its own error for cancellation.
                _ = try await response.body.nextChunk()
                throw response.error(CancellationError())
            }
            do {
                let elements = try parse()
                if !elements.isEmpty || parser.isAtEnd { return elements }
            } catch {
                throw response.error(error)
            }
            parser.append(try await response.body.nextChunk())
        }
    }

    private mutating func parse() throws -> [Parser.Element] {
        if let failure { throw failure }
        var elements: [Parser.Element] = []
        do {
            try parser.parse(into: &elements)
        } catch {
            if elements.isEmpty { throw error }
            failure = error
        }
        return elements
    }
}

extension Pipeline {
    /// Returns the elements of a response; the request is sent when the first element is asked for.
    func elements<Parser: StreamParser>(
        of call: Result<Call, EndpointError<ServerError>>,
        _ parser: Parser
    ) -> any ElementReader<Parser.Element> {
        BodyReader(parser: parser) { try await open(try call.get()) }
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
