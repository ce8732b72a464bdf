import Endpoint
public import Foundation

/// What a ``ComplianceCheck`` found to be wrong with a transport.
public struct ComplianceFailure: Error, Sendable {
    /// The check that failed.
    public let check: ComplianceCheck

    /// What was expected, and what came.
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
