import Endpoint
import Foundation
import Testing

@Suite struct MultipartTests {
    private func request(_ body: HTTPBody) throws -> URLRequest {
        try Sample(.post, pathComponents: ["x"], body: body).request(baseURL: baseURL)
    }

    @Test func partsStandBetweenBoundaries() throws {
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
        ("100%22", "100%22", "100%22"),
    ])
    func namesAreEscapedAsBrowsersDo(_ name: String, field: String, file: String) throws {
        let body = HTTPBody.multipart([.data(Data(), name: name, fileName: name)], boundary: "b")
        let text = String(decoding: try body.data(), as: UTF8.self)
        #expect(text.contains("Content-Disposition: form-data; name=\"\(field)\"; filename=\"\(file)\"\r\n"))
    }

    @Test(arguments: ["", "a\r\nb", "é", String(repeating: "a", count: 71), "a ", "a\"b", "a;b"])
    func aBoundaryThatIsNotAllowedIsRefused(_ boundary: String) {
        guard case .invalidMultipartBoundary(boundary) = error({ try request(.multipart([], boundary: boundary)) })
        else {
            Issue.record("\(boundary.debugDescription) was not refused")
            return
        }
    }

    @Test func aBoundaryThatIsNoTokenIsQuoted() throws {
        let built = try request(.multipart([.text("x", name: "a")], boundary: "a b:c"))
        #expect(built.value(forHTTPHeaderField: "Content-Type") == "multipart/form-data; boundary=\"a b:c\"")
        #expect(built.bodyText.hasPrefix("--a b:c\r\n"))
    }

    @Test func eachBodyHasABoundaryOfItsOwn() {
        let first = HTTPBody.multipart([.text("x", name: "a")])
        let second = HTTPBody.multipart([.text("x", name: "a")])
        #expect(first.contentType != second.contentType)
        #expect(first.contentType.hasPrefix("multipart/form-data; boundary="))
    }

    @Test func aContentTypeWithALineBreakIsRefused() {
        let part = MultipartPart.data(Data(), name: "a", contentType: "x/y\r\nX: z")
        guard case .invalidMultipartContentType("a", "x/y\r\nX: z") = error({ try request(.multipart([part])) }) else {
            Issue.record("a header field could be smuggled into a part")
            return
        }
    }

    @Test func aFileThatIsNotThereIsRefused() {
        let missing = URL(fileURLWithPath: "/nonexistent/file")
        guard case .unreadableFile(missing, _) = error({ try request(.multipart([.file(missing, name: "a")])) }) else {
            Issue.record("a part from no file was not refused")
            return
        }
    }
}
