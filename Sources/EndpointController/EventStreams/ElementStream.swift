import Foundation

/// A response whose body is parsed while it arrives.
struct ElementStream<ServerError: EndpointServerError, Parser: StreamParser>: Sendable {
    /// The response without its body.
    let response: EndpointResponse
    let reader: ElementReader<Parser>

    /// Waits for elements.
    ///
    /// - Returns: The elements, of which there are none at the end.
    func next() async throws(EndpointError<ServerError>) -> [Parser.Element] {
        do {
            return try await reader.next()
        } catch let error as EndpointError<ServerError> {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .parsing(response, error)
        }
    }
}

extension Pipeline {
    /// Sends the request, and parses the body of the response if its head is accepted.
    func elements<Parser: StreamParser>(
        of call: Call,
        _ parser: Parser
    ) async throws(EndpointError<ServerError>) -> ElementStream<ServerError, Parser> {
        let streamed = try await stream(call)
        let response = EndpointResponse(to: call.request, streamed)
        return ElementStream(response: response, reader: ElementReader(streamed.body, parser))
    }
}

extension Call {
    /// The same call, to be made another time.
    func again() -> Call { again(with: request) }
}
