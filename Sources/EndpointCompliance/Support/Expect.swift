import EndpointTransports

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

    /// Expects a call to have ended within a time after an instant, without the time for which the machine stalled.
    static func end(
        _ subject: String,
        _ end: ContinuousClock.Instant,
        at start: ContinuousClock.Instant,
        within limit: Duration = .milliseconds(100)
    ) throws(Mismatch) {
        if end < start { throw Mismatch("expected \(subject) to end in time", found: "that it was early") }
        let time = end - start - StallMeter.shared.stall(since: start)
        let lateness = time - limit
        guard lateness >= .zero else { return }
        // Report only the order of magnitude of the lateness, because the exact value differs from run to run.
        let orders: [(Duration, String)] = [
            (.seconds(10), "10 s"), (.seconds(1), "1 s"), (.milliseconds(100), "100 ms"), (.milliseconds(10), "10 ms"),
        ]
        let text = orders.first { lateness >= $0.0 }.map { "more than \($0.1) late" } ?? "just late"
        throw Mismatch("expected \(subject) to end in time", found: "that it was \(text)")
    }

    static func some<Value>(_ expectation: String, _ value: Value?) throws(Mismatch) -> Value {
        guard let value else { throw Mismatch("expected \(expectation)", found: "none") }
        return value
    }

    @discardableResult
    static func failure(
        _ kind: EndpointTransportError.Kind,
        _ subject: String = "the call",
        of call: () async throws -> some Sendable
    ) async throws(Mismatch) -> EndpointTransportError {
        let value: any Sendable
        do {
            value = try await call()
        } catch {
            return try failure(kind, subject, error)
        }
        throw Mismatch("\(subject): expected the error .\(kind)", found: value)
    }

    @discardableResult
    static func failure(
        _ kind: EndpointTransportError.Kind,
        _ subject: String,
        _ error: any Error
    ) throws(Mismatch) -> EndpointTransportError {
        guard let error = error as? EndpointTransportError, error.kind == kind else {
            let name = (error as? EndpointTransportError).map { ".\($0.kind): " } ?? ""
            throw Mismatch("\(subject): expected the error .\(kind)", found: "\(name)\(error)")
        }
        return error
    }
}

extension EndpointTransportError {
    /// The cases of the error, without their values.
    enum Kind {
        case invalidRequest, cancelled, unreachable, notResponding, timedOut, truncated
    }

    var kind: Kind {
        switch self {
        case .invalidRequest: .invalidRequest
        case .cancelled: .cancelled
        case .unreachable: .unreachable
        case .notResponding: .notResponding
        case .timedOut: .timedOut
        default: .truncated
        }
    }
}
