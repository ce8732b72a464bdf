import Endpoint
public import Foundation

/// A fault that a ``ComplianceCheck`` found in a transport.
public struct ComplianceFailure: Error, Sendable {
    /// The check that failed.
    public let check: ComplianceCheck

    /// The expectation and the actual result.
    public let reason: String

    init(check: ComplianceCheck, reason: String) {
        self.check = check
        // The reason may contain control characters from the transport.
        self.reason = reason.visible
    }
}

extension ComplianceFailure: CustomStringConvertible, LocalizedError {
    /// The check, the expectation and the actual result.
    public var description: String { "\(check): \(reason)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
