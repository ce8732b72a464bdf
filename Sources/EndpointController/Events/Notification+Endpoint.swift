public import Foundation

extension Notification.Name {
    /// A notification of a failure that concerns more than one call: see ``Foundation/Notification/endpointEvent``.
    public static let endpointEvent = Notification.Name("EndpointEvent")
}

extension Notification {
    /// The event of a notification from a controller, with the request and the error; nil for any other notification.
    ///
    /// The notifications are posted on a private queue. To observe them on the main thread, pass `.main` as the queue
    /// of the observer.
    public var endpointEvent: EndpointEvent? { userInfo?[EndpointEvent.userInfoKey] as? EndpointEvent }
}

extension EndpointEvent {
    fileprivate static let userInfoKey = "endpointEvent"

    var notification: Notification { Notification(name: .endpointEvent, userInfo: [Self.userInfoKey: self]) }
}
