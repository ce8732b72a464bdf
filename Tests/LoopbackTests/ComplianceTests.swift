import EndpointCompliance
import EndpointController
import Testing

/// The promises of the controller over `URLSession`, each against a server that misbehaves.
///
/// The checks run one after another, because some of them measure time and others the memory of the process.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ComplianceTests {
    @Test("Keeps the promise over URLSession", arguments: ComplianceCheck.all)
    func keepsEveryPromise(_ check: ComplianceCheck) async throws {
        try await check.run(against: URLSessionTransport.shared)
    }
}
