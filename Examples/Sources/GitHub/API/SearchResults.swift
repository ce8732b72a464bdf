/// The results of a search: the first page, and the total number of results.
struct SearchResults<Item: Decodable & Sendable>: Decodable, Sendable {
    let totalCount: Int
    let items: [Item]
}
