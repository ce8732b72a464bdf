import EndpointAsyncHTTPClient

/// Asks the shop for a product, as a customer does.
struct GetProduct: APIEndpointType, PayloadProviderType {
    typealias Payload = Product

    let name: String

    var method: HTTPMethod { .get }
    var relativeURLString: String { "products/\(segment: name)" }
}
