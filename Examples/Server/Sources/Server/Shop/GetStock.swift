import EndpointAsyncHTTPClient

/// Asks the warehouse for the stock of a product.
struct GetStock: APIEndpointType, PayloadProviderType {
    typealias Payload = Stock

    let product: String

    var method: HTTPMethod { .get }
    var relativeURLString: String { "stock/\(segment: product)" }
}
