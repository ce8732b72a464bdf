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
        case .response(let status, let headerFields, let body):
            do {
                return try response(status, headerFields, body).streamed(for: request)
            } catch {
                throw .invalidRequest(StubError.unusableAnswer(error))
            }
        }
    }

    private func response(_ status: Int, _ headerFields: [String: String], _ body: Body) throws -> MadeUpResponse {
        var response: MadeUpResponse
        switch body {
        case .whole(let body):
            response = try MadeUpResponse(statusCode: status, headerFields: headerFields, body: body)
        case .chunks(let chunks, let contentType, let pause):
            response = try MadeUpResponse(
                statusCode: status, headerFields: headerFields, body: .data(Data(), contentType: contentType))
            response.chunks = chunks
            response.pause = pause
            response.announcesLength = false
        }
        response.ending = ending
        response.cut = cut
        return response
    }
}
