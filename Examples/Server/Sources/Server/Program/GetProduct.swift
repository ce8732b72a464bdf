import EndpointController

/// Asks the shop for a product, as a customer does.
struct GetProduct {
    let name: String
}

extension GetProduct: APIEndpointType, PayloadProviderType {
    typealias Payload = Product

    var relativeURLString: String { "products/\(segment: name)" }
}
