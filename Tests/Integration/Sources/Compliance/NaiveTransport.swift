import EndpointTransports
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A simple transport over an unmodified `URLSession`, which shows the faults that the checks find.
struct NaiveTransport: EndpointTransport {
    private let session = URLSession(configuration: .ephemeral)

    func send(
        _ outgoing: OutgoingRequest,
        context: EndpointTransportContext
    ) async throws(EndpointTransportError) -> EndpointStreamedResponse {
        let request = outgoing.urlRequest
        do {
            let (data, response) = try await session.data(for: request)
            guard let head = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            return EndpointStreamedResponse(head: EndpointResponseHead(head), body: EndpointResponseBody(data))
        } catch let error as URLError {
            switch error.code {
            case .cancelled: throw .cancelled
            case .timedOut: throw .timedOut
            case .badURL, .unsupportedURL: throw .invalidRequest(error)
            case .networkConnectionLost, .badServerResponse: throw .notResponding(error)
            default: throw .unreachable(error)
            }
        } catch {
            throw .notResponding(error)
        }
    }
}
