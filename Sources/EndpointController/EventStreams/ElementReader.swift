import Foundation

/// Reads a body through a parser.
final class ElementReader<Parser: StreamParser>: Sendable {
    /// The number of elements that are parsed at a time.
    private static var batchSize: Int { 32 }

    private struct State {
        var parser: Parser
        /// What is wrong behind the elements that were delivered last.
        var error: (any Error)?
        var hasFailed = false

        /// Parses elements of what has arrived.
        ///
        /// - Returns: The elements, of which there are none at the end; nil if the parser needs more bytes.
        mutating func parse() throws -> [Parser.Element]? {
            if hasFailed { return [] }
            var elements: [Parser.Element] = []
            do {
                if let error { throw error }
                try parser.parse(into: &elements, atMost: batchSize)
            } catch {
                hasFailed = elements.isEmpty
                if hasFailed { throw error }
                self.error = error
            }
            return elements.isEmpty && !parser.isAtEnd ? nil : elements
        }
    }

    private let body: EndpointResponseBody
    private let state: Locked<State>

    init(_ body: EndpointResponseBody, _ parser: Parser) {
        self.body = body
        state = Locked(State(parser: parser))
    }

    var parser: Parser { state.withLock(\.parser) }

    /// Waits for elements.
    ///
    /// - Returns: The elements, of which there are none at the end and after an error.
    func next() async throws -> [Parser.Element] {
        while true {
            if Task.isCancelled {
                // The body has its own error for that.
                _ = try await body.nextChunk()
                throw CancellationError()
            }
            if let elements = try state.withLock({ try $0.parse() }) { return elements }
            do {
                let chunk = try await body.nextChunk()
                state.withLock { state in
                    if let chunk { state.parser.append(chunk) } else { state.parser.finish() }
                }
            } catch {
                state.withLock { $0.hasFailed = true }
                throw error
            }
        }
    }
}
