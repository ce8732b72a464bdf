import EndpointController
import Foundation

extension StubAnswer {
    func deliver(to request: URLRequest) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        if let delay { try await Pause(duration: delay)() }
        switch content {
        case .failure(let error):
            throw error
        case .silence:
            throw await Pause.untilCancelled()
        case .response(let response):
            do {
                return try response.streamed(for: request)
            } catch {
                throw .invalidRequest(StubError.unusableAnswer(error))
            }
        }
    }
}
