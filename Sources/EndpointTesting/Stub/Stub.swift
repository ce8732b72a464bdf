import EndpointController

struct Stub: Sendable {
    typealias Answer = @Sendable (URLRequest) async throws -> StubAnswer

    let matcher: RequestMatcher
    /// The answers to the first calls, in order; the last one also answers all later calls.
    let answers: [Answer]
    private(set) var callCount = 0

    init(_ matcher: RequestMatcher, _ answers: [Answer]) {
        self.matcher = matcher
        self.answers = answers.isEmpty ? [{ _ in throw FixtureError.noAnswers }] : answers
    }

    /// Counts a call and returns the closure that answers it.
    mutating func call() -> Answer {
        callCount += 1
        return answers[min(callCount, answers.count) - 1]
    }

    /// The complaint that `verify()` reports; nil if the stub was called and gave all its answers.
    var complaint: String? {
        if callCount == 0 { return "The stub for \(matcher) was never called." }
        if callCount >= answers.count { return nil }
        return "The stub for \(matcher) gave \(callCount) of its \(answers.count) answers."
    }
}
