import Hummingbird

/// A product as the shop describes it.
struct Product: ResponseCodable, Equatable {
    let name: String
    let isAvailable: Bool
}
