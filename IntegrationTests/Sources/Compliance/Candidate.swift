import EndpointController
import Transports

/// A transport on trial: one that must keep every promise, or the naive one.
struct Candidate: Sendable {
    /// All of them, in the order of the columns.
    static let all =
        CheckedTransport.all.map { Candidate(name: $0.description, isNaive: false, transport: $0.transport) }
        + [Candidate(name: "naive", isNaive: true, transport: NaiveTransport())]

    let name: String
    /// Indicates whether the candidate is there to break promises.
    let isNaive: Bool
    let transport: any EndpointTransport

    /// The time after which a check is taken to hang.
    var timeLimit: Duration { isNaive ? .seconds(5) : .seconds(60) }

    /// The number of checks that run at the same time: fewer for a candidate that has to pass, because some checks watch the
    /// clock.
    var checksAtOnce: Int { isNaive ? 12 : 2 }
}
