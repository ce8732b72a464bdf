import Dispatch
import EndpointTransports
import Foundation

/// A source that delivers failures to the notification center and to the event streams of a controller.
final class EventSource: Sendable {
    /// The number of events that wait for a slow listener before the oldest are dropped.
    private static let capacity = 100

    /// A separate queue, because an observer may be slow, or may wait for a thread that is blocked until a call ends.
    private static let queue = DispatchQueue(label: "Endpoint.EventSource")

    private let listeners = Locked<[UUID: AsyncStream<EndpointEvent>.Continuation]>([:])

    /// Returns the events from now on.
    func events() -> AsyncStream<EndpointEvent> {
        let (stream, continuation) = AsyncStream<EndpointEvent>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.capacity))
        let id = UUID()
        continuation.onTermination = { [weak self] _ in self?.listeners.withLock { _ = $0.removeValue(forKey: id) } }
        listeners.withLock { $0[id] = continuation }
        return stream
    }

    func send<ServerError>(_ error: EndpointError<ServerError>, of request: URLRequest) {
        guard let kind = EndpointEvent.Kind(error) else { return }
        let event = EndpointEvent(kind: kind, request: request, error: error)
        Self.queue.async { [self] in
            NotificationCenter.default.post(event.notification)
            for listener in listeners.withLock({ Array($0.values) }) { listener.yield(event) }
        }
    }

    deinit {
        for listener in listeners.withLock({ Array($0.values) }) { listener.finish() }
    }
}

extension EndpointEvent.Kind {
    /// Creates the kind of an error; nil for an error that concerns only its call.
    fileprivate init?<ServerError>(_ error: EndpointError<ServerError>) {
        switch error {
        case .serverUnreachable: self = .serverUnreachable
        case .serverNotResponding: self = .serverNotResponding
        case .unacceptableStatus(let response, _) where response.statusCode == 401: self = .unauthorized
        default: return nil
        }
    }
}
