/// What a search finds: the first page, and how much there is in all.
struct SearchResults<Item: Decodable & Sendable>: Decodable, Sendable {
    let totalCount: Int
    let items: [Item]
}
