@_spi(Tools) import Endpoint
public import Foundation

/// The failure of a ``ComplianceCheck`` against a transport.
public struct ComplianceFailure: Error, Sendable {
    /// The check that failed.
    public let check: ComplianceCheck

    /// The expectation and the actual result, or another reason for the failure; control characters are escaped.
    public let reason: String

    init(check: ComplianceCheck, reason: String) {
        self.check = check
        // The reason may contain control characters from the transport.
        self.reason = reason.visible
    }
}

extension ComplianceFailure: CustomStringConvertible, LocalizedError {
    /// The ``check`` and the ``reason``.
    public var description: String { "\(check): \(reason)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
