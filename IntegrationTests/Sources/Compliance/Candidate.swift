import EndpointController
import Transports

/// A transport on trial: one that must keep every promise, or the naive one.
struct Candidate: Sendable {
    /// All of them, in the order of the columns.
    static let all =
        CheckedTransport.all.map { Candidate(name: $0.description, isNaive: false, transport: $0.transport) }
        + [Candidate(name: "naive", isNaive: true, transport: NaiveTransport())]

    let name: String
    /// Whether it is there to break promises.
    let isNaive: Bool
    let transport: any EndpointTransport

    /// How long one check may take until it is taken to hang.
    var timeLimit: Duration { isNaive ? .seconds(10) : .seconds(60) }

    /// How many checks run at the same time: one where they are to succeed, because some watch the clock.
    var checksAtOnce: Int { isNaive ? 6 : 1 }
}
