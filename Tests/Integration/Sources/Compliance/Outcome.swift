/// The outcome of a check.
enum Outcome: Sendable, Equatable {
    case passed
    /// The check found a fault.
    case failed(String)
    /// The process that ran the check crashed.
    case crashed(String)
    /// The check did not end in time.
    case hung

    /// A Boolean value that indicates whether a busy machine may be the cause of the outcome.
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

    /// A Boolean value that indicates whether the candidate keeps, or breaks, promises as its kind must.
    var isAsExpected: Bool {
        let isFlawless = outcomes.allSatisfy { $0 == .passed }
        return switch candidate.kind {
        case .checked: isFlawless
        case .compared: true
        case .naive: !isFlawless
        }
    }
}
