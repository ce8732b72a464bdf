import Hummingbird

/// How much there is of a product.
struct Stock: ResponseCodable {
    let count: Int
}
