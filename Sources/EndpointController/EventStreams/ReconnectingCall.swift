import Endpoint
import Foundation

/// Server-sent events over one connection after another (WHATWG HTML, section 9.2.3).
///
/// The connection is closed at the end, after an error, and when the last owner of the call releases it.
actor ReconnectingCall<ServerError: EndpointServerError> {
    private let pipeline: Pipeline<ServerError>
    private let call: Result<Call, EndpointError<ServerError>>
    private let limit: Int
    private let clock: any Clock<Duration>
    private var stream: ElementStream<ServerError, ServerSentEventParser>?
    private var lastEventID: String
    private var wait = ReconnectionWait()
    private var hasConnected = false
    private var hasEnded = false

    init(
        _ pipeline: Pipeline<ServerError>,
        _ call: Result<Call, EndpointError<ServerError>>,
        lastEventID: String,
        limit: Int,
        _ clock: any Clock<Duration>
    ) {
        self.pipeline = pipeline
        self.call = call
        self.lastEventID = lastEventID
        self.limit = limit
        self.clock = clock
    }

    /// Waits for events.
    ///
    /// - Returns: The events, of which there are none at the end and after an error.
    func next() async throws(EndpointError<ServerError>) -> [ServerSentEvent] {
        while !hasEnded {
            do {
                let call = try call.get()
                let events = try await events(of: call)
                if !events.isEmpty { return events }
                hasEnded = hasEnded || !call.isRepeatable
            } catch {
                hasEnded = !canReconnect(after: error)
                if hasEnded {
                    stream = nil
                    throw error
                }
            }
            stream = nil
            if !hasEnded { try await pause() }
        }
        return []
    }

    /// Waits for events on the connection that there is, or on a new one.
    ///
    /// - Returns: The events, of which there are none when the connection has ended.
    private func events(of call: Call) async throws(EndpointError<ServerError>) -> [ServerSentEvent] {
        if stream == nil { stream = try await connect(call) }
        guard let stream else { return [] }
        defer {
            let fields = stream.reader.parser.fields
            lastEventID = fields.lastEventID
            wait.retry = fields.retry
        }
        let events = try await stream.next()
        if !events.isEmpty { wait.attempts = 0 }
        return events
    }

    /// - Returns: Nil if the server answers that there will be no more events.
    private func connect(
        _ call: Call
    ) async throws(EndpointError<ServerError>) -> ElementStream<ServerError, ServerSentEventParser>? {
        let parser = ServerSentEventParser(limit: limit, lastEventID: lastEventID, retry: wait.retry)
        let stream = try await pipeline.elements(of: try continued(call), parser)
        hasConnected = true
        hasEnded = stream.response.statusCode == 204
        return hasEnded ? nil : stream
    }

    /// The same call, for what comes after the last event.
    private func continued(_ call: Call) throws(EndpointError<ServerError>) -> Call {
        // HTTP does not count white space around a value as a part of it.
        let id = lastEventID.trimmingCharacters(in: [" ", "\t"])
        if id.isEmpty { return call.again() }
        do {
            try HeaderFields.validate(["Last-Event-ID": id])
        } catch {
            throw .invalidRequest(error)
        }
        var request = call.request
        request.setValue(id, forHTTPHeaderField: "Last-Event-ID")
        return call.again(with: request)
    }

    private func canReconnect(after error: EndpointError<ServerError>) -> Bool {
        guard hasConnected, (try? call.get().isRepeatable) == true else { return false }
        return switch error {
        case .serverUnreachable, .serverNotResponding, .timedOut, .truncatedResponse: true
        default: false
        }
    }

    private func pause() async throws(EndpointError<ServerError>) {
        do {
            try await clock.sleep(for: wait.next())
        } catch {
            hasEnded = true
            throw .cancelled
        }
    }
}

extension Call {
    fileprivate var isRepeatable: Bool { request.isRepeatable(by: endpoint) }
}
