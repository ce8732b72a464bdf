import EndpointController

struct Stub: Sendable {
    enum Action: Sendable {
        case answers([StubAnswer])
        case closure(@Sendable (URLRequest) async throws -> StubAnswer)
    }

    let matcher: RequestMatcher
    let action: Action
    private(set) var callCount = 0

    init(_ matcher: RequestMatcher, _ action: Action) {
        self.matcher = matcher
        self.action = action
    }

    /// Counts a call and returns the closure that answers it.
    mutating func call() -> @Sendable (URLRequest) async throws -> StubAnswer {
        callCount += 1
        switch action {
        case .closure(let closure):
            return closure
        case .answers(let answers):
            let answer = answers[min(callCount, answers.count) - 1]
            return { _ in answer }
        }
    }

    /// The complaint that `verify()` reports; nil if the stub was called and gave all its answers.
    var complaint: String? {
        if callCount == 0 { return "The stub for \(matcher) was never called." }
        guard case .answers(let answers) = action, callCount < answers.count else { return nil }
        return "The stub for \(matcher) gave \(callCount) of its \(answers.count) answers."
    }
}
