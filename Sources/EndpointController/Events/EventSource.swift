import Dispatch
import EndpointSupport
import EndpointTransports
import Foundation

/// A source that delivers failures to the notification center and to the event streams of a controller.
final class EventSource: Sendable {
    /// A separate queue, because an observer may be slow, or may wait for a thread that is blocked until a call ends.
    private static let queue = DispatchQueue(label: "Endpoint.EventSource")

    private let listeners = Broadcast<EndpointEvent>(capacity: 100)

    /// Returns the events from now on.
    func events() -> AsyncStream<EndpointEvent> { listeners.values() }

    func send<ServerError>(_ error: EndpointError<ServerError>, of request: URLRequest) {
        guard let kind = EndpointEvent.Kind(error) else { return }
        let event = EndpointEvent(kind: kind, request: request, error: error)
        Self.queue.async { [self] in
            NotificationCenter.default.post(event.notification)
            listeners.send(event)
        }
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
