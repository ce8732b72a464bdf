import EndpointController
import Foundation

/// A reader of server-sent events that opens one connection after another (WHATWG HTML, section 9.2.3).
struct ReconnectingReader<ServerError: EndpointServerError>: ElementReader {
    let call: Result<EndpointCall<ServerError>, EndpointError<ServerError>>
    let limit: Int
    let clock: any Clock<Duration>
    var lastEventID: String
    var wait = ReconnectionWait()
    var connection: ResponseReader<ServerSentEventParser>?
    /// A closure that returns the time since the last response arrived; nil before the first response.
    var age: (@Sendable () -> Duration)?

    mutating func next() async throws -> [ServerSentEvent] {
        let call = try call.get()
        while true {
            do {
                if connection == nil { connection = try await connect(call) }
                // Nil for the status 204, which tells the client to stop reconnecting.
                guard let events = try await connection?.next() else { return [] }
                if !events.isEmpty {
                    wait.attempts = 0
                    return events
                }
                if !call.isRepeatable { return [] }
            } catch let error as EndpointError<ServerError> {
                guard age != nil, call.isRepeatable, error.mayBeOverLater else { throw error }
            }
            var duration = Duration.zero
            if let connection {
                (lastEventID, wait.retry) = (connection.parser.lastEventID, connection.parser.retry)
                duration = age?() ?? .zero
            }
            connection = nil
            do {
                try await clock.sleep(for: wait.next(afterConnectionOf: duration))
            } catch {
                throw EndpointError<ServerError>.cancelled(call.unanswered)
            }
        }
    }

    /// - Returns: A reader of the events, or nil for the status 204.
    private mutating func connect(
        _ call: EndpointCall<ServerError>
    ) async throws -> ResponseReader<ServerSentEventParser>? {
        let (body, response) = try await continued(call).open()
        age = clock.stopwatch()
        if response.statusCode == 204 { return nil }
        let parser = ServerSentEventParser(limit: limit, lastEventID: lastEventID, retry: wait.retry)
        return ResponseReader(parser: parser) { body }
    }

    /// Returns the call with the last identifier as `Last-Event-ID`; without that field if the identifier is blank, or
    /// if a header field cannot carry it.
    private func continued(_ call: EndpointCall<ServerError>) -> EndpointCall<ServerError> {
        // HTTP does not treat white space around a field's value as part of the value.
        let id = lastEventID.trimmingCharacters(in: [" ", "\t"])
        var call = call
        call.request.setValue(nil, forHTTPHeaderField: "Last-Event-ID")
        if !id.isEmpty { try? call.request.setHeaderFields(["Last-Event-ID": id]) }
        return call
    }
}

extension Clock<Duration> {
    /// Returns a closure that returns the time since this call.
    fileprivate func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}

extension EndpointError {
    /// A Boolean value that indicates whether another connection may succeed after this error.
    fileprivate var mayBeOverLater: Bool {
        switch self {
        case .serverUnreachable, .serverNotResponding, .timedOut, .truncatedResponse: true
        default: false
        }
    }
}
