public import EndpointTransports

/// A check of one behaviour of a transport, in most cases against a loopback server that may misbehave.
///
/// If you write an `EndpointTransport`, run all checks against it. Run them one at a time, because some checks
/// measure time, and some measure the memory of the process. With Swift Testing, use a serialized suite:
///
/// ```swift
/// @Suite(.serialized) struct MyTransportTests {
///     @Test(arguments: ComplianceCheck.all)
///     func keeps(_ check: ComplianceCheck) async throws {
///         try await check.run(against: MyTransport())
///     }
/// }
/// ```
///
/// With XCTest, run them in a loop.
///
/// The checks send nothing to other machines, except a look-up of a host name that does not exist (RFC 6761, section
/// 6.4).
public struct ComplianceCheck: Sendable {
    /// All checks, roughly in the order of the cases of ``TransportPromise``.
    public static let all: [ComplianceCheck] =
        RedirectChecks.all + ChallengeChecks.all + SendOnceChecks.all + DeadlineChecks.all + CancellationChecks.all
        + AbandonmentChecks.all + TruncationChecks.all + SizeLimitChecks.all + SlowReaderChecks.all + MessageChecks.all
        + LargeHeadChecks.all + UploadChecks.all + FailureChecks.all

    /// The promise that the check covers.
    public let promise: TransportPromise

    /// The behaviour that is checked, in a few words that are unique to this check.
    public let name: String

    private let body: @Sendable (Trial) async throws -> Void

    init(_ promise: TransportPromise, _ name: String, _ body: @escaping @Sendable (Trial) async throws -> Void) {
        self.promise = promise
        self.name = name
        self.body = body
    }

    /// Runs the check against a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport to check.
    ///   - timeLimit: The longest time that the check may take, not counting the time for which a busy machine stalls.
    ///     The default is 60 seconds. After the time limit, the check fails and abandons any call that still hangs.
    /// - Throws: ``ComplianceFailure`` if the transport does not behave as the check expects or takes too long. Any
    ///   other error, such as a cancellation or a full disk, also becomes a ``ComplianceFailure``.
    public func run(
        against transport: any EndpointTransport,
        timeLimit: Duration = .seconds(60)
    ) async throws(ComplianceFailure) {
        let trial = Trial(transport)
        defer { trial.stop() }
        do {
            try await Self.end(within: timeLimit) { try await body(trial) }
        } catch is TimeOver {
            throw ComplianceFailure(check: self, reason: "it has not ended after \(timeLimit)")
        } catch let mismatch as Mismatch {
            throw ComplianceFailure(check: self, reason: mismatch.description)
        } catch {
            throw ComplianceFailure(check: self, reason: "unexpected error: \(error)")
        }
    }

    private struct TimeOver: Error {}

    /// Waits for the end of an operation, but not longer than a time limit, even if the operation ignores cancellation.
    private static func end(
        within limit: Duration,
        _ operation: @escaping @Sendable () async throws -> Void
    ) async throws {
        let (errors, end) = AsyncThrowingStream<Never, any Error>.makeStream()
        let work = Task {
            do {
                try await operation()
                end.finish()
            } catch {
                end.finish(throwing: error)
            }
        }
        let timer = Task {
            let start = ContinuousClock.now
            var time = start + limit
            while .now < time {
                try await Task.sleep(until: time)
                time = start + limit + StallMeter.shared.stall(since: start)
            }
            end.finish(throwing: TimeOver())
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        for try await _ in errors {}
        // The stream also ends, without an error, when the task is cancelled.
        try Task.checkCancellation()
    }
}

extension ComplianceCheck: CustomStringConvertible {
    /// The name of the promise and the ``name`` of the check.
    public var description: String { "\(promise.rawValue): \(name)" }
}
