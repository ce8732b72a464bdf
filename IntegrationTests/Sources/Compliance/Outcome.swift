/// The outcome of a check.
enum Outcome: Sendable, Equatable {
    case passed
    /// It found a fault.
    case failed(String)
    /// The process that ran it ended before its time.
    case crashed(String)
    /// It did not end in time.
    case hung

    /// Indicates whether a busy machine may be the cause of it.
    var mayBeChance: Bool {
        switch self {
        case .failed, .hung: true
        case .passed, .crashed: false
        }
    }

    var text: String {
        switch self {
        case .passed: "passed"
        case .failed(let reason): reason
        case .crashed(let reason): "crashed: \(reason)"
        case .hung: "hung"
        }
    }
}

/// The outcomes of all checks of a transport, in the order of the checks.
struct Results: Sendable {
    let candidate: Candidate
    let outcomes: [Outcome]

    var isFlawless: Bool { outcomes.allSatisfy { $0 == .passed } }
}
