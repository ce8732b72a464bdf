import EndpointController
import Foundation

/// The body of an accepted response, for parsing.
struct OpenedBody: Sendable {
    let body: EndpointResponseBody
    /// The closure that maps a parser error or a `CancellationError` to the error to throw; by default the same error.
    var error: @Sendable (any Error) -> any Error = { $0 }
}

/// A reader that parses the body of a response; it opens the response when elements are first asked for.
struct ResponseReader<Parser: StreamParser>: ElementReader {
    var parser: Parser
    let open: @Sendable () async throws -> OpenedBody
    var opened: OpenedBody?
    /// The error that the parser threw after elements, which are delivered first.
    var failure: (any Error)?

    /// Waits for elements.
    ///
    /// - Throws: Rethrows errors from `open` and from the body; maps other errors with `OpenedBody.error`.
    mutating func next() async throws -> [Parser.Element] {
        let response = if let opened { opened } else { try await open() }
        opened = response
        var body = response.body
        while true {
            if Task.isCancelled {
                // The body may throw its own error for cancellation.
                _ = try await body.next()
                throw response.error(CancellationError())
            }
            do {
                let elements = try parse()
                if !elements.isEmpty || parser.isAtEnd { return elements }
            } catch {
                throw response.error(error)
            }
            parser.append(try await body.next())
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

extension EndpointCall {
    /// Sends the request, and returns the body for parsing and the response without its body; throws if the head is not
    /// accepted.
    func open() async throws(EndpointError<ServerError>) -> (body: OpenedBody, response: EndpointResponse) {
        let streamed = try await stream()
        let response = EndpointResponse(streamed, to: self)
        let body = OpenedBody(body: streamed.body) { [unanswered] error in
            if error is CancellationError { return EndpointError<ServerError>.cancelled(unanswered) }
            // The element threw the error in its `init(from:)`, or a closure of `map` did.
            let reason = if case EndpointElementError.invalid(_, let reason) = error { reason } else { error }
            guard let reported = reason as? ServerError else {
                return EndpointError<ServerError>.parsing(response, error)
            }
            return EndpointError<ServerError>.reportedFailure(response, reported)
        }
        return (body, response)
    }
}
