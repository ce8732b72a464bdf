import EndpointAsyncHTTPClient
import EndpointController
import ServiceLifecycle

/// The customer of the shop: a service that ends by itself, after which the other services shut down.
struct Customer: Service {
    let shop: Port

    func run() async throws {
        let controller = EndpointController<ServiceError>(
            baseURL: try await shop.url(),
            transport: AsyncHTTPClientTransport.shared
        )
        try await ask(for: "tea", controller, expecting: "200: it is available")
        try await ask(for: "milk", controller, expecting: "404: There is no such product.")
        try await ask(for: "coffee", controller, expecting: "502: The warehouse is unavailable.")
    }

    private func ask(
        for name: String,
        _ controller: EndpointController<ServiceError>,
        expecting expected: String
    ) async throws {
        print("\nA customer asks for \(name)")
        let answer: String
        do {
            let product = try await controller.load(GetProduct(name: name))
            answer = "200: it is \(product.isAvailable ? "available" : "sold out")"
        } catch .unacceptableStatus(let response, let error) {
            answer = "\(response.statusCode): \(error?.reason ?? "The shop does not say why.")"
        } catch {
            throw error
        }
        print("→ \(answer)")
        guard answer == expected else { throw WrongAnswer(answer: answer, expected: expected) }
    }
}
