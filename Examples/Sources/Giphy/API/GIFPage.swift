import EndpointPaging

/// A page of a list of GIFs.
struct GIFPage: Decodable, Sendable {
    struct Pagination: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case offset, count
            case totalCount = "total_count"
        }

        let offset: Int
        let count: Int
        let totalCount: Int?
    }

    let data: [GIF]
    let pagination: Pagination
}

extension GIFPage: PagedPayloadType {
    /// Giphy counts GIFs, not pages: the cursor of a page is the number of GIFs before it.
    static var paging: EndpointPaging { .cursor(name: "offset", perPage: 2, perPageName: "limit") }

    var pageItemCount: Int { data.count }

    var nextCursor: String? {
        let next = pagination.offset + pagination.count
        return pagination.count > 0 && next < pagination.totalCount ?? 0 ? String(next) : nil
    }
}
