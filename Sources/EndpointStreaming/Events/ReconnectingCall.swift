import EndpointController
import Foundation

/// A call that receives server-sent events over one connection after another (WHATWG HTML, section 9.2.3).
actor ReconnectingCall<ServerError: EndpointServerError> {
    private let pipeline: Pipeline<ServerError>
    private let call: Result<Call, EndpointError<ServerError>>
    private let limit: Int
    private let clock: any Clock<Duration>
    private var reader: ElementReader<ServerSentEventParser>?
    private var lastEventID: String
    private var wait = ReconnectionWait()
    private var hasConnected = false

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
    /// - Returns: The events; an empty array at the end.
    func next() async throws -> [ServerSentEvent] {
        let call = try call.get()
        let isRepeatable = call.request.isRepeatable(call.rules)
        while true {
            do {
                if reader == nil { reader = try await connect(call) }
                guard let events = try await reader?.next() else { return [] }
                if !events.isEmpty {
                    wait.attempts = 0
                    return events
                }
                if !isRepeatable { return [] }
            } catch let error as EndpointError<ServerError> {
                guard hasConnected, isRepeatable, error.mayBeOverLater else { throw error }
            }
            if let parser = reader?.parser { (lastEventID, wait.retry) = (parser.lastEventID, parser.retry) }
            reader = nil
            do {
                try await clock.sleep(for: wait.next())
            } catch {
                throw EndpointError<ServerError>.cancelled
            }
        }
    }

    /// - Returns: A reader of the events, or nil for the status 204, which tells the client to stop reconnecting.
    private func connect(_ call: Call) async throws -> ElementReader<ServerSentEventParser>? {
        let response = try await pipeline.open(try continued(call))
        hasConnected = true
        if response.statusCode == 204 { return nil }
        let parser = ServerSentEventParser(limit: limit, lastEventID: lastEventID, retry: wait.retry)
        return ElementReader(parser) { response }
    }

    /// Returns the call with the last identifier as `Last-Event-ID`; unchanged if the identifier is blank.
    private func continued(_ call: Call) throws(EndpointError<ServerError>) -> Call {
        // HTTP does not treat white space around a field's value as part of the value.
        let id = lastEventID.trimmingCharacters(in: [" ", "\t"])
        if id.isEmpty { return call }
        do {
            try HeaderFields.validate(["Last-Event-ID": id])
        } catch {
            throw .invalidRequest(error)
        }
        var request = call.request
        request.setValue(id, forHTTPHeaderField: "Last-Event-ID")
        return call.with(request)
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
