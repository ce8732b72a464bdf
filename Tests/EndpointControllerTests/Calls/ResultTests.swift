import EndpointController
import Foundation
import TestSupport
import Testing

@Suite("The result of an endpoint", .timeLimit(.minutes(1)))
struct ResultTests {
    @Test("Is the payload")
    func payload() async throws {
        #expect(try await controller { _ in "[1, 2]" }.result(of: GetNumbers()).get() == [1, 2])
    }

    @Test("Is the typed error, also in a closure, if the call or the request fails")
    func failure() async {
        let api = controller { _ in "x" }
        let kinds = await Task {
            var kinds: [EndpointErrorKind] = []
            for endpoint in [GetNumbers(), GetNumbers(relativeURLString: "/numbers")] {
                switch await api.result(of: endpoint) {
                case .success: Issue.record("This cannot be loaded.")
                case .failure(.parsing(let response, _)): kinds += response.statusCode == 200 ? [.parsing] : []
                case .failure(let error): kinds.append(error.kind)
                }
            }
            return kinds
        }.value
        #expect(kinds == [.parsing, .invalidRequest])
    }

    @Test("Is a cancellation if the task is cancelled")
    func cancellation() async {
        let waiting = Looking { _, _ in try await Task.sleep(for: .seconds(3_600)) }
        let api = controller(waiting) { _ in "[]" }
        let task = Task { await api.result(of: GetNumbers()) }
        task.cancel()
        guard case .failure(.cancelled) = await task.value else {
            Issue.record("The call went on.")
            return
        }
    }
}
