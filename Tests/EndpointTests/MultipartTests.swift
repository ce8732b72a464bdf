import Foundation
import Testing

@testable import Endpoint

@Suite struct MultipartTests {
    private func request(_ body: HTTPBody) throws -> URLRequest {
        try Sample(.post, pathComponents: ["x"], body: body).request(baseURL: baseURL)
    }

    @Test func separatesPartsByBoundaries() throws {
        let file = try TemporaryFile(Data("file\r\n".utf8), name: "photo.jpg")
        let body = HTTPBody.multipart(
            [
                .text("Grüße", name: "title"),
                .data(Data([0xFF, 0x00]), name: "raw"),
                .data(Data("x".utf8), name: "doc", fileName: "a b.txt", contentType: "text/plain"),
                .file(file.url, name: "photo", contentType: "image/jpeg"),
            ],
            boundary: "XX")
        var expected = Data(
            """
            --XX\r
            Content-Disposition: form-data; name="title"\r
            \r
            Grüße\r
            --XX\r
            Content-Disposition: form-data; name="raw"\r
            Content-Type: application/octet-stream\r
            \r

            """.utf8)
        expected.append(contentsOf: [0xFF, 0x00])
        expected.append(
            contentsOf: """
                \r
                --XX\r
                Content-Disposition: form-data; name="doc"; filename="a b.txt"\r
                Content-Type: text/plain\r
                \r
                x\r
                --XX\r
                Content-Disposition: form-data; name="photo"; filename="photo.jpg"\r
                Content-Type: image/jpeg\r
                \r
                file\r
                \r
                --XX--\r

                """.utf8)
        let built = try request(body)
        #expect(built.bodyData == expected)
        #expect(built.value(forHTTPHeaderField: "Content-Length") == announced(String(expected.count)))
        #expect(try body.contentLength == Int64(expected.count))
        #expect(built.value(forHTTPHeaderField: "Content-Type") == "multipart/form-data; boundary=XX")
        #expect(try body.data() == expected)
    }

    @Test(arguments: [
        ("a\"b", "a%22b", "a%22b"), ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"), ("a\nb", "a%0D%0Ab", "a%0Ab"),
        ("a\rb", "a%0D%0Ab", "a%0Db"), ("é😀", "é😀", "é😀"), ("a\\b;c=d", "a\\b;c=d", "a\\b;c=d"),
        ("100%22", "100%22", "100%22"), ("a\rb\nc", "a%0D%0Ab%0D%0Ac", "a%0Db%0Ac"),
    ])
    func escapesNamesAsBrowsersDo(_ name: String, field: String, file: String) throws {
        let body = HTTPBody.multipart([.data(Data(), name: name, fileName: name)], boundary: "b")
        let text = String(decoding: try body.data(), as: UTF8.self)
        #expect(text.contains("Content-Disposition: form-data; name=\"\(field)\"; filename=\"\(file)\"\r\n"))
    }

    @Test(arguments: ["", "a\r\nb", "é", String(repeating: "a", count: 71), "a ", "a\"b", "a;b"])
    func refusesAnInvalidBoundary(_ boundary: String) {
        #expect(error { try request(.multipart([], boundary: boundary)) } == .invalidMultipartBoundary(boundary))
    }

    @Test(arguments: [1, 70])
    func sendsABoundaryOfAnyAllowedLength(_ count: Int) throws {
        let boundary = String(repeating: "a", count: count)
        #expect(try request(.multipart([], boundary: boundary)).bodyText == "--\(boundary)--\r\n")
    }

    @Test func quotesABoundaryThatIsNotAToken() throws {
        let built = try request(.multipart([.text("x", name: "a")], boundary: "a b:c"))
        #expect(built.value(forHTTPHeaderField: "Content-Type") == "multipart/form-data; boundary=\"a b:c\"")
        #expect(built.bodyText.hasPrefix("--a b:c\r\n"))
    }

    @Test func refusesAMissingFile() throws {
        let missing = URL(fileURLWithPath: "/nonexistent/file")
        let error = error { try request(.multipart([.file(missing, name: "a")])) }
        guard case .unreadableFile(missing, _) = error else { throw try #require(error) }
    }

    // MARK: Fields

    private struct Details: Encodable {
        var title = "Holiday"
        var tags = ["sea", "sun"]
        var place = ["city": "Pisa"]
        var thumbnail = Data([0xFF, 0x00])
        var date = Date(timeIntervalSince1970: 0)
        var page = url("file:///tmp/a.txt")
        var note: String?
    }

    private func text(_ body: HTTPBody) throws -> String {
        String(decoding: try body.data(), as: UTF8.self)
    }

    /// The parts as they are sent with the boundary `b`.
    private func sent(_ parts: [(name: String, content: String)]) -> String {
        parts.map { "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }.joined() + "--b--\r\n"
    }

    @Test("Makes fields from a literal and leaves nil out")
    func fieldsFromALiteral() throws {
        let note: String? = nil
        let year: Int? = 1843
        let body = HTTPBody.multipart(
            .fields(["title": "Notes", "note": note, "year": year, "public": true, "title": "x"]), boundary: "b")
        #expect(try text(body) == sent([("title", "Notes"), ("year", "1843"), ("public", "true"), ("title", "x")]))
        let file = try TemporaryFile(Data("f".utf8))
        let mixed = HTTPBody.multipart(.fields(["a": 1]) + [.file(file.url, name: "f")], boundary: "b")
        #expect(try text(mixed).hasPrefix("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b\r\n"))
    }

    @Test("Makes fields from an Encodable value, with data as bytes")
    func fieldsFromAValue() throws {
        let parts = [MultipartPart].encoded(Details())
        let expected = [
            ("title", "Holiday"), ("tags[]", "sea"), ("tags[]", "sun"), ("place[city]", "Pisa"), ("thumbnail", "?"),
            ("date", "1970-01-01T00:00:00Z"), ("page", "file:///tmp/a.txt"),
        ]
        var bytes = Data(sent(expected).utf8)
        let place = try #require(bytes.range(of: Data("\r\n\r\n?".utf8)))
        bytes.replaceSubrange(
            place, with: Data("\r\nContent-Type: application/octet-stream\r\n\r\n".utf8) + [0xFF, 0x00])
        #expect(try HTTPBody.multipart(parts, boundary: "b").data() == bytes)
    }

    @Test("Encodes a value as multipart with the given encoder")
    func valueWithAnEncoder() throws {
        struct Photo: Encodable {
            var tags = ["sea", "sun"]
            var hashes = [Data([0xFB]), Data([1])]
            var isPublic = true
        }
        let encoder = QueryEncoder(arrays: .commaSeparated, booleans: .numbers)
        let built = try request(.multipartEncoded(Photo(), encoder: encoder))
        let contentType = try #require(built.value(forHTTPHeaderField: "Content-Type"))
        let boundary = try #require(contentType.split(separator: "=").last)
        let fields = [("tags", "sea,sun"), ("hashes", "+w==,AQ=="), ("isPublic", "1")]
        #expect(built.httpBody != nil)
        #expect(built.bodyText == sent(fields).replacing("--b", with: "--\(boundary)"))
        #expect(try request(.multipartEncoded(["a": 1])).bodyText.contains("name=\"a\"\r\n\r\n1\r\n"))
    }

    @Test("Refuses a value without field names")
    func valueWithoutNames() throws {
        let error = error { try request(.multipartEncoded(["s3cret"])) }
        guard case .bodyNotEncodable(let reason) = error else { throw try #require(error) }
        #expect(refusal { throw reason }?.hasPrefix("Query items and fields need names") == true)
        #expect(!"\(reason)".contains("s3cret"))
    }

    @Test("Delimits small, large and file parts in any order")
    func sizesOfParts() throws {
        let file = try TemporaryFile(Data(repeating: 0x66, count: 10))
        let large = String(repeating: "x", count: 5_000)
        let parts: [(MultipartPart, String)] = [
            (.text("small", name: "a"), "name=\"a\"\r\n\r\nsmall"),
            (.text(large, name: "b"), "name=\"b\"\r\n\r\n\(large)"),
            (
                .file(file.url, name: "c", fileName: "f", contentType: "x/y"),
                "name=\"c\"; filename=\"f\"\r\nContent-Type: x/y\r\n\r\nffffffffff"
            ),
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 1, 0], [2, 2, 1], [0, 2, 0, 1, 2], [1], [0], [2], []] {
            let body = HTTPBody.multipart(order.map { parts[$0].0 }, boundary: "b")
            let expected =
                order.map { "--b\r\nContent-Disposition: form-data; \(parts[$0].1)\r\n" }.joined() + "--b--\r\n"
            #expect(try text(body) == expected, "\(order)")
            #expect(try body.contentLength == Int64(expected.utf8.count), "\(order)")
        }
    }

    @Test("Refuses parts whose lengths are too large to add")
    func sumOfLengths() throws {
        let huge = BodyPiece.stream(length: .max) { InputStream(data: Data()) }
        let part = MultipartPart(name: "a", fileName: "f", contentType: nil, content: .success(huge))
        let body = HTTPBody.multipart([part])
        let error = error { try request(body) }
        guard case .unreadableStream(let reason) = error else { throw try #require(error) }
        #expect(reason.localizedDescription == "It has more than 9223372036854775807 bytes.")
        #expect(throws: EndpointRequestError.unreadableStream(reason)) { try body.contentLength }
    }

    @Test("Makes a unique boundary of 41 characters for each body")
    func boundaries() throws {
        let boundaries = try (0..<1_000).map { _ in
            let boundary = try #require(HTTPBody.multipart([]).contentType.split(separator: "=").last)
            #expect(boundary.count == 41 && boundary.wholeMatch(of: /Endpoint-[0-9A-F]{32}/) != nil)
            return boundary
        }
        #expect(Set(boundaries).count == boundaries.count)
    }
}
