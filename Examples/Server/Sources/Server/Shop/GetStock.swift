import EndpointController

/// Asks the warehouse for the stock of a product.
struct GetStock {
    let product: String
}

extension GetStock: APIEndpointType, PayloadProviderType {
    typealias Payload = Stock

    var relativeURLString: String { "stock/\(segment: product)" }
}
