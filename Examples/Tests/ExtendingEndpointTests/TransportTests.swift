import EndpointCompliance
import ExtendingEndpoint
import Foundation
import Testing

@Suite(.serialized) struct TransportTests {
    /// All checks with `ENDPOINT_TESTS=all`, otherwise those that do not measure time and memory: the other tests of the
    /// examples run meanwhile.
    private static let checks = ComplianceCheck.all.filter { check in
        switch check.promise {
        case .deadlines, .cancellation, .sizeLimits, .slowReaders:
            ProcessInfo.processInfo.environment["ENDPOINT_TESTS"] == "all"
        default: true
        }
    }

    @Test("Keeps the promise", arguments: checks)
    func keeps(_ check: ComplianceCheck) async throws {
        try await check.run(against: SocketTransport())
    }
}
