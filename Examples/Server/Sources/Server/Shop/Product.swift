import Hummingbird

/// What the shop says of a product.
struct Product: ResponseCodable, Equatable {
    let name: String
    let isAvailable: Bool
}
