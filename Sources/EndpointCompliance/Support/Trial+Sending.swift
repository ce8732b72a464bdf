import EndpointTransports
import Foundation

/// A response that has arrived whole.
struct Answer: Sendable {
    var head: EndpointResponseHead
    var body: Data

    var statusCode: Int { head.statusCode }
}

extension Trial {
    /// Sends a request over the transport, and returns the response, whose body may still be arriving.
    func send(
        _ probe: Probe = Probe(),
        to server: ScriptedServer,
        _ context: EndpointTransportContext = EndpointTransportContext()
    ) async throws -> EndpointStreamedResponse {
        try await transport.send(try probe.request(baseURL: server.url()), context: context)
    }

    /// Sends a request over the transport, and reads the whole response.
    @discardableResult
    func load(
        _ probe: Probe = Probe(),
        from server: ScriptedServer,
        _ context: EndpointTransportContext = EndpointTransportContext()
    ) async throws -> Answer {
        let response = try await send(probe, to: server, context)
        var body = Data()
        for try await chunk in response.body { body += chunk }
        return Answer(head: response.head, body: body)
    }

    /// Cancels a call, and expects it to throw `EndpointTransportError.cancelled` at once.
    static func cancel(_ call: Task<some Sendable, any Error>, _ subject: String = "the call") async throws {
        let start = ContinuousClock.now
        call.cancel()
        let result = await call.result
        let end = ContinuousClock.now
        try await Expect.failure(.cancelled, subject) { try result.get() }
        try Expect.end(subject, end, at: start)
    }
}
