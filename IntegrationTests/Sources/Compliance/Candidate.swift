import EndpointController

/// A transport that is checked.
struct Candidate: Sendable {
    /// All of them, in the order of the columns.
    static let all = [
        Candidate("URLSession") { URLSessionTransport() },
        Candidate("naive", isNaive: true) { NaiveTransport() },
    ]

    let name: String
    /// Whether it is there to break promises.
    let isNaive: Bool
    let make: @Sendable () -> any EndpointTransport

    init(_ name: String, isNaive: Bool = false, _ make: @escaping @Sendable () -> any EndpointTransport) {
        self.name = name
        self.isNaive = isNaive
        self.make = make
    }

    /// How long one check may take until it is taken to hang.
    var timeLimit: Duration { isNaive ? .seconds(10) : .seconds(60) }
}
