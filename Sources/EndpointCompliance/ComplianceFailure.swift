import Endpoint
public import Foundation

/// A fault that a ``ComplianceCheck`` found in a transport.
public struct ComplianceFailure: Error, Sendable {
    /// The check that failed.
    public let check: ComplianceCheck

    /// The expectation, and what came instead.
    public let reason: String

    init(check: ComplianceCheck, reason: String) {
        self.check = check
        // It may hold what the transport gave.
        self.reason = reason.visible
    }
}

extension ComplianceFailure: CustomStringConvertible, LocalizedError {
    /// The check, and what was expected and what came.
    public var description: String { "\(check): \(reason)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
