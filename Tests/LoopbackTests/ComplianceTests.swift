import EndpointCompliance
import EndpointController
import Testing

/// The promises of the transport of the system, each against a server that misbehaves.
///
/// The checks run one after another, because some of them measure time and others the memory of the process.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ComplianceTests {
    @Test("Keeps the promise over the transport of the system", arguments: ComplianceCheck.all)
    func keepsEveryPromise(_ check: ComplianceCheck) async throws {
        try await check.run(against: SystemTransport.shared)
    }
}
