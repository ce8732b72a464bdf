import EndpointAsyncHTTPClient
import EndpointCompliance
import Testing

/// The promises of the controller over async-http-client, each against a server that misbehaves.
///
/// The checks run one after another: some of them watch the clock, others the memory of the process.
@Suite(.serialized) struct ComplianceTests {
    @Test("Keeps every promise over async-http-client", arguments: ComplianceCheck.all)
    func keepsEveryPromise(_ check: ComplianceCheck) async throws {
        try await check.run(against: AsyncHTTPClientTransport.shared)
    }
}
