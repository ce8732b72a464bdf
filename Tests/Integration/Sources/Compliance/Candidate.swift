import EndpointTransports
import Transports

/// A transport to check.
struct Candidate: Sendable {
    enum Kind: Sendable {
        /// A transport that must keep every promise.
        case checked
        /// A transport that is shown for comparison, and may break promises.
        case compared
        /// The transport that is expected to break promises.
        case naive
    }

    /// All candidates, in the order of the columns.
    static let all =
        CheckedTransport.all.map { Candidate(name: $0.description, kind: .checked, transport: $0.transport) }
        + CheckedTransport.compared.map { Candidate(name: $0.description, kind: .compared, transport: $0.transport) }
        + [Candidate(name: "naive", kind: .naive, transport: NaiveTransport())]

    let name: String
    let kind: Kind
    let transport: any EndpointTransport

    /// The time after which a check counts as hung.
    var timeLimit: Duration { kind == .naive ? .seconds(5) : .seconds(60) }

    /// The number of checks that run at the same time.
    ///
    /// It is lower for a candidate that may pass, because some checks measure time.
    var checksAtOnce: Int { kind == .naive ? 12 : 2 }
}
