/// The envelope around each answer.
struct Envelope: Encodable {
    struct Meta: Encodable {
        let status: Int
        let msg: String
    }

    struct Pagination: Encodable {
        private enum CodingKeys: String, CodingKey {
            case offset, count
            case totalCount = "total_count"
        }

        let offset: Int
        let count: Int
        let totalCount: Int
    }

    private let data: [Catalogue.GIF]
    private let pagination: Pagination?
    private let meta: Meta

    /// Creates the envelope of a part of a list.
    init(_ all: [Catalogue.GIF], offset: Int, limit: Int) {
        data = Array(all.dropFirst(offset).prefix(limit))
        pagination = Pagination(offset: offset, count: data.count, totalCount: all.count)
        meta = Meta(status: 200, msg: "OK")
    }

    /// Creates the envelope of an error.
    init(status: Int, message: String) {
        data = []
        pagination = nil
        meta = Meta(status: status, msg: message)
    }
}
