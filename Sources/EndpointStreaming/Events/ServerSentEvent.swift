/// An event of a stream in the format `text/event-stream` (WHATWG HTML, section 9.2).
///
/// ```swift
/// for try await event in controller.serverSentEvents(of: Notifications()) where event.type == "mention" {
///     show(event.data)
/// }
/// ```
public struct ServerSentEvent: Sendable, Hashable {
    /// The type of the event, from the `event` field; by default `message`.
    public var type: String

    /// The data: the values of the `data` fields, joined by line feeds.
    public var data: String

    /// The last identifier that the stream sent with or before this event, earlier connections included.
    ///
    /// If there was none, this is the `lastEventID` that you passed to the controller, by default empty.
    public var id: String

    /// The last reconnection time that the stream asked for, with or before this event; nil if it asked for none.
    public var retry: Duration?

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - type: The type of the event; by default `message`.
    ///   - data: The data.
    ///   - id: The identifier; by default empty, for none.
    ///   - retry: The reconnection time that the stream asked for; by default nil, for none.
    public init(type: String = "message", data: String, id: String = "", retry: Duration? = nil) {
        self.type = type
        self.data = data
        self.id = id
        self.retry = retry
    }
}
