import EndpointCompliance
import EndpointController
import Testing
import Transports

/// What the controller promises on every platform and over every transport, each against a server that misbehaves in
/// just that way.
///
/// One check after another, because some of them watch the clock, and others the memory of the process.
@Suite(.serialized) struct ComplianceTests {
    @Test(arguments: CheckedTransport.all, ComplianceCheck.all)
    func everyPromiseIsKept(_ transport: CheckedTransport, _ check: ComplianceCheck) async throws {
        try await check.run(against: transport.transport)
    }
}
