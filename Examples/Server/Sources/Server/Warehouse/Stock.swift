import Hummingbird

/// The stock of a product.
struct Stock: ResponseCodable {
    let count: Int
}
