/// The order in which a ``ReplayTransport`` replays the recorded exchanges.
public enum ReplayOrder: Sendable {
    /// Each request must match the next recorded request.
    case strict

    /// Each request replays the first matching exchange that has not been replayed yet.
    case matching
}
