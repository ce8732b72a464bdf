/// In which order a ``ReplayTransport`` gives what was recorded.
public enum ReplayOrder: Sendable {
    /// Each request has to be the next one that was recorded.
    case strict

    /// Each request gets the first exchange that was recorded for such a one and has not been replayed yet.
    case matching
}
