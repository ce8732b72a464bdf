import EndpointController

/// The expectations of a check.
///
/// Each function throws a `Mismatch` if a value is not as expected.
enum Expect {
    /// Expects a condition; the expectation completes a sentence that begins with "expected".
    static func that(
        _ expectation: String,
        _ condition: Bool,
        found: @autoclosure () -> some Any
    ) throws(Mismatch) {
        guard condition else { throw Mismatch("expected \(expectation)", found: found()) }
    }

    static func equal<Value: Equatable>(_ subject: String, _ value: Value, _ expected: Value) throws(Mismatch) {
        guard value != expected else { return }
        throw Mismatch("\(subject): expected \(Mismatch.text(of: expected))", found: value)
    }

    static func time(_ subject: String, _ time: Duration, in range: Range<Duration>) throws(Mismatch) {
        if time < range.lowerBound { throw Mismatch("expected \(subject) to end in time", found: "that it was early") }
        guard time >= range.upperBound else { return }
        // Report only the order of magnitude of the lateness, because the exact value differs from run to run.
        let orders: [(Duration, String)] = [
            (.seconds(10), "10 s"), (.seconds(1), "1 s"), (.milliseconds(100), "100 ms"), (.milliseconds(10), "10 ms"),
        ]
        let lateness = orders.first { time - range.upperBound >= $0.0 }.map { "more than \($0.1) late" } ?? "just late"
        throw Mismatch("expected \(subject) to end in time", found: "that it was \(lateness)")
    }

    static func some<Value>(_ expectation: String, _ value: Value?) throws(Mismatch) -> Value {
        guard let value else { throw Mismatch("expected \(expectation)", found: "none") }
        return value
    }

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
