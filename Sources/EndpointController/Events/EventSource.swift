import Dispatch
import Endpoint
import Foundation

/// Delivers failures: to the notification center, and to the streams of events of a controller.
final class EventSource: Sendable {
    /// The number of events that wait for a slow listener before the oldest are dropped.
    private static let capacity = 100

    /// A separate queue, because an observer may take long, or wait for the thread that waits for the call.
    private static let queue = DispatchQueue(label: "Endpoint.EventSource")

    private let listeners = Locked<[UUID: AsyncStream<EndpointEvent>.Continuation]>([:])

    /// The events from now on.
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
    /// The kind of an error, or nil for an error that concerns only the call.
    fileprivate init?<ServerError>(_ error: EndpointError<ServerError>) {
        switch error {
        case .serverUnreachable: self = .serverUnreachable
        case .serverNotResponding: self = .serverNotResponding
        case .unacceptableStatus(let response, _) where response.statusCode == 401: self = .unauthorized
        default: return nil
        }
    }
}
