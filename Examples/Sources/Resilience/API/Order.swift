/// An order, as it is sent and as the shop confirms it.
struct Order: Codable, Equatable, Sendable {
    let book: Int
    var number: Int?
}
