import EndpointController

/// The expectations of a check.
///
/// Each function throws a `Mismatch` if a value is not as expected.
enum Expect {
    /// Expects a condition.
    ///
    /// - Parameters:
    ///   - expectation: The expectation, in words.
    ///   - condition: `true` if the expectation is met.
    ///   - found: The actual value or event.
    /// - Throws: `Mismatch`.
    static func that(
        _ expectation: String,
        _ condition: Bool,
        found: @autoclosure () -> some Any
    ) throws(Mismatch) {
        guard condition else { throw Mismatch("expected \(expectation)", found: found()) }
    }

    /// Expects a certain value.
    ///
    /// - Parameters:
    ///   - subject: The name of the value, for the error.
    ///   - value: The actual value.
    ///   - expected: The expected value.
    /// - Throws: `Mismatch`.
    static func equal<Value: Equatable>(_ subject: String, _ value: Value, _ expected: Value) throws(Mismatch) {
        guard value != expected else { return }
        throw Mismatch("\(subject): expected \(Mismatch.text(of: expected))", found: value)
    }

    /// Expects that an activity takes neither too little nor too much time.
    ///
    /// - Parameters:
    ///   - subject: The name of the activity, for the error.
    ///   - time: The time that the activity took.
    ///   - range: The range of times that the activity may take.
    /// - Throws: `Mismatch`.
    static func time(_ subject: String, _ time: Duration, in range: Range<Duration>) throws(Mismatch) {
        if time < range.lowerBound { throw Mismatch("expected \(subject) to end in time", found: "that it was early") }
        guard time >= range.upperBound else { return }
        // The exact lateness differs each time; its order of magnitude tells you what to look for.
        let orders: [(Duration, String)] = [
            (.seconds(10), "10 s"), (.seconds(1), "1 s"), (.milliseconds(100), "100 ms"), (.milliseconds(10), "10 ms"),
        ]
        let lateness = orders.first { time - range.upperBound >= $0.0 }.map { "more than \($0.1) late" } ?? "just late"
        throw Mismatch("expected \(subject) to end in time", found: "that it was \(lateness)")
    }

    /// Expects a value that is not nil.
    ///
    /// - Parameters:
    ///   - expectation: The expectation, in words.
    ///   - value: The actual value.
    /// - Returns: The value.
    /// - Throws: `Mismatch`.
    static func some<Value>(_ expectation: String, _ value: Value?) throws(Mismatch) -> Value {
        guard let value else { throw Mismatch("expected \(expectation)", found: "none") }
        return value
    }

    /// Expects that a call fails with an error of a certain case.
    ///
    /// - Parameters:
    ///   - kind: The case.
    ///   - subject: The name of the call, for the error.
    ///   - call: The call.
    /// - Returns: The error.
    /// - Throws: `Mismatch`.
    @discardableResult
    static func failure(
        _ kind: EndpointErrorKind,
        _ subject: String = "the call",
        of call: () async throws -> some Sendable
    ) async throws(Mismatch) -> LoadError {
        let value: any Sendable
        do {
            value = try await call()
        } catch {
            return try failure(kind, subject, error)
        }
        throw Mismatch("\(subject): expected the error .\(kind)", found: value)
    }

    /// Expects that an error has a certain case.
    @discardableResult
    static func failure(_ kind: EndpointErrorKind, _ subject: String, _ error: any Error) throws(Mismatch) -> LoadError
    {
        guard let error = error as? LoadError, error.kind == kind else {
            let name = (error as? LoadError).map { ".\($0.kind): " } ?? ""
            throw Mismatch("\(subject): expected the error .\(kind)", found: "\(name)\(error)")
        }
        return error
    }
}
