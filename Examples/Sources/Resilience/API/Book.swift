/// A book of the shop.
struct Book: Codable, Equatable, Sendable {
    let id: Int
    let title: String
}
