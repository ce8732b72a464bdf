import Foundation
import Testing

@testable import EndpointController

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct TaskOutcomeTests {
    @Test("Takes a request for sent unless the error of URLSession proves otherwise")
    func errorsOfOtherKinds() {
        let aborted = TaskOutcome.result(of: POSIXError(.ECONNABORTED), head: nil, request: nil)
        guard case .failure(.notResponding) = aborted else {
            Issue.record("\(aborted)")
            return
        }
        let refused = TaskOutcome.result(of: URLError(.cannotConnectToHost), head: nil, request: nil)
        guard case .failure(.unreachable) = refused else {
            Issue.record("\(refused)")
            return
        }
    }
}
