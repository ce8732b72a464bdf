import EndpointTransports
import Transports

/// A transport to check: a transport that must keep every promise, or the naive transport.
struct Candidate: Sendable {
    /// All candidates, in the order of the columns.
    static let all =
        CheckedTransport.all.map { Candidate(name: $0.description, isNaive: false, transport: $0.transport) }
        + [Candidate(name: "naive", isNaive: true, transport: NaiveTransport())]

    let name: String
    /// A Boolean value that indicates whether the candidate is expected to break promises.
    let isNaive: Bool
    let transport: any EndpointTransport

    /// The time after which a check counts as hung.
    var timeLimit: Duration { isNaive ? .seconds(5) : .seconds(60) }

    /// The number of checks that run at the same time.
    ///
    /// It is lower for a candidate that has to pass, because some checks measure time.
    var checksAtOnce: Int { isNaive ? 12 : 2 }
}
