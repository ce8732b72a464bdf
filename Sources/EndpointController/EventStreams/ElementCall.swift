import Foundation

/// A call whose response is parsed while it arrives.
///
/// It is sent when elements are asked for. The connection is closed at the end, after an error, and when its last owner
/// releases it.
actor ElementCall<ServerError: EndpointServerError, Element: Sendable> {
    private let pipeline: Pipeline<ServerError>
    private let call: Result<Call, EndpointError<ServerError>>
    private let parser: ElementParser<Element>
    private var read: (@Sendable () async throws -> [Element])?
    private var hasEnded = false

    init(
        _ pipeline: Pipeline<ServerError>,
        _ call: Result<Call, EndpointError<ServerError>>,
        _ parser: ElementParser<Element>
    ) {
        self.pipeline = pipeline
        self.call = call
        self.parser = parser
    }

    /// Waits for elements.
    ///
    /// - Returns: The elements, of which there are none at the end and after an error.
    func next() async throws -> [Element] {
        if hasEnded { return [] }
        var elements: [Element] = []
        defer {
            if elements.isEmpty {
                hasEnded = true
                read = nil
            }
        }
        if read == nil { read = try await connect(parser.streamParser(pipeline.decoder)) }
        elements = try await read?() ?? []
        return elements
    }

    private func connect<Parser: StreamParser>(
        _ parser: Parser
    ) async throws -> @Sendable () async throws -> [Element] where Parser.Element == Element {
        let stream = try await pipeline.elements(of: try call.get().again(), parser)
        return { try await stream.next() }
    }
}
