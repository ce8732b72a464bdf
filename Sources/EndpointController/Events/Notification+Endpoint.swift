public import Foundation

extension Notification.Name {
    /// A notification that a server could not be reached: see ``Foundation/Notification/endpointEvent``.
    public static let endpointServerUnreachable = Notification.Name("EndpointServerUnreachable")

    /// A notification that a server did not send a valid response: see ``Foundation/Notification/endpointEvent``.
    public static let endpointServerNotResponding = Notification.Name("EndpointServerNotResponding")

    /// A notification that a request lacked valid credentials (401): see ``Foundation/Notification/endpointEvent``.
    public static let endpointUnauthorized = Notification.Name("EndpointUnauthorized")
}

extension Notification {
    /// The event of a notification from a controller, with the request and the error; nil for any other notification.
    ///
    /// The notifications are posted on a private queue. To observe them on the main thread, pass `.main` as the queue
    /// of the observer.
    public var endpointEvent: EndpointEvent? { userInfo?[EndpointEvent.userInfoKey] as? EndpointEvent }
}

extension EndpointEvent {
    static let userInfoKey = "endpointEvent"

    var notification: Notification {
        let name: Notification.Name =
            switch kind {
            case .serverUnreachable: .endpointServerUnreachable
            case .serverNotResponding: .endpointServerNotResponding
            case .unauthorized: .endpointUnauthorized
            }
        return Notification(name: name, userInfo: [Self.userInfoKey: self])
    }
}
