import EndpointController

/// The endpoints of a shop, to read and to order.
enum ShopAPI {
    case book(Int)
    case stock
    case order(Order)
}

extension ShopAPI: APIEndpointType {
    var method: HTTPMethod {
        switch self {
        case .book, .stock: .get
        case .order: .post
        }
    }

    var relativeURLString: String {
        switch self {
        case .book(let id): "books/\(segment: id)"
        case .stock: "stock"
        case .order: "orders"
        }
    }

    var body: HTTPBody? {
        switch self {
        case .book, .stock: nil
        case .order(let order): .jsonEncoded(order)
        }
    }
}
