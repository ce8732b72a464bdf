import Foundation
import Testing

@testable import EndpointController

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct TaskOutcomeTests {
    @Test("Treats a request as sent unless the error of URLSession proves otherwise")
    func errorsOfOtherKinds() {
        let aborted = TaskOutcome.result(of: POSIXError(.ECONNABORTED), head: nil, request: nil, bytesSent: 0)
        guard case .failure(.notResponding) = aborted else {
            Issue.record("\(aborted)")
            return
        }
        let refused = TaskOutcome.result(of: URLError(.cannotConnectToHost), head: nil, request: nil, bytesSent: 0)
        guard case .failure(.unreachable) = refused else {
            Issue.record("\(refused)")
            return
        }
    }

    @Test(
        "Treats a request as sent if the response cannot be decoded",
        arguments: [URLError.Code.cannotDecodeRawData, .cannotDecodeContentData, .zeroByteResource])
    func undecodableResponse(code: URLError.Code) {
        let result = TaskOutcome.result(of: URLError(code), head: nil, request: nil, bytesSent: 0)
        guard case .failure(.notResponding) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("Treats a request as sent if the network was lost after a part of the body", arguments: [Int64(0), 1])
    func lostNetwork(bytesSent: Int64) {
        let error = URLError(.notConnectedToInternet)
        switch TaskOutcome.result(of: error, head: nil, request: nil, bytesSent: bytesSent) {
        case .failure(.unreachable): #expect(bytesSent == 0)
        case .failure(.notResponding): #expect(bytesSent > 0)
        case let other: Issue.record("\(other)")
        }
    }

    #if canImport(FoundationNetworking)
    @Test(
        "Treats a request as sent if a refused connection to another address hides the real error",
        arguments: [
            ("Empty reply from server", false), ("Operation timed out after 60000 milliseconds", false),
            ("Failed to connect to localhost port 80 after 0 ms: Couldn't connect to server", true),
            ("SSL certificate problem: unable to get local issuer certificate", true),
        ])
    func leftoverRefusal(text: String, isUnreachable: Bool) {
        let error = URLError(.cannotConnectToHost, userInfo: [NSLocalizedDescriptionKey: text])
        switch TaskOutcome.result(of: error, head: nil, request: nil, bytesSent: 0) {
        case .failure(.unreachable): #expect(isUnreachable)
        case .failure(.notResponding): #expect(!isUnreachable)
        case let other: Issue.record("\(other)")
        }
    }
    #endif
}
