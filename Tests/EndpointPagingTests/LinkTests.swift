import EndpointPaging
import Foundation
import Testing

@Suite("EndpointResponse.links: the targets of Link by relation (RFC 8288)")
struct LinkTests {
    struct Row: Decodable, CustomTestStringConvertible, Sendable {
        var name: String
        var fields: [String]
        var base: URL
        var rels: [String: String]
        var also: [[String: String]]?
        var testDescription: String { name }
    }

    private struct Table: Decodable {
        var rows: [Row]
    }

    static let rows: [Row] = {
        guard let url = Bundle.module.url(forResource: "link-fields", withExtension: "json"),
            let table = try? JSONDecoder().decode(Table.self, from: Data(contentsOf: url))
        else { return [] }
        return table.rows
    }()

    @Test("Loads all rows of the file") func count() { #expect(Self.rows.count == 105) }

    @Test("Reads the links of each row", arguments: rows)
    func reads(_ row: Row) {
        let lines = row.fields.map { (name: "Link", value: $0) }
        let head = EndpointResponseHead(url: row.base, statusCode: 200, fieldLines: lines)
        let links = EndpointResponse(request: URLRequest(url: row.base), head: head).links.mapValues(\.absoluteString)
        #expect(([row.rels] + (row.also ?? [])).contains(links), "\(links)")
    }

    @Test("Returns an empty dictionary without a Link field, keeps a mailto URI, and omits a port over 65535")
    func others() throws {
        let url = try #require(URL(string: "https://example.com/"))
        func links(_ fields: [String: String]) -> [String: String] {
            EndpointResponse(
                request: URLRequest(url: url),
                head: EndpointResponseHead(url: url, statusCode: 200, headerFields: fields)
            ).links.mapValues(\.absoluteString)
        }
        #expect(links([:]) == [:])
        #expect(links(["link": "<mailto:ada@example.com>; rel=author"]) == ["author": "mailto:ada@example.com"])
        #expect(links(["link": "<HTTPS://example.com:65536/>; rel=next, </2>; rel=last"]) == ["last": "\(url)2"])
    }
}
