import Endpoint
import Foundation
import Programs
import Testing

@Suite(.timeLimit(.minutes(1))) struct MultipartTests {
    private struct Part: Decodable, Equatable {
        var name: String?
        var fileName: String?
        var contentType: String?
        var data: Data
    }

    /// Returns the parts that Python's parser reads.
    private func parse(_ body: HTTPBody) async throws -> [Part] {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "body")
            try body.data().write(to: file)
            let script = try #require(Bundle.module.url(forResource: "parse_multipart", withExtension: "py"))
            let result = try await run("python3", [script.path, body.contentType, file.path])
            try #require(result.status == 0, "\(result.errorOutput)")
            return try JSONDecoder().decode([Part].self, from: Data(result.output.utf8))
        }
    }

    // The parser resolves quoted pairs, which browsers do not write. The names therefore have no backslashes.
    @Test(arguments: [
        "plain", "with space", "quote\"quote", "line\nbreak", "Grüße 日本語 😀", "semi;colon=x", "100%", "a'b",
        "--boundary",
    ])
    func writesNamesAndFileNamesThatPythonParses(_ name: String) async throws {
        let escaped = name.replacing("\"", with: "%22")
        let field = escaped.replacing("\n", with: "%0D%0A")
        let file = escaped.replacing("\n", with: "%0A")
        let body = HTTPBody.multipart([
            .text("a", name: name), .data(Data("b".utf8), name: name, fileName: name, contentType: "text/plain"),
        ])
        #expect(
            try await parse(body) == [
                Part(name: field, data: Data("a".utf8)),
                Part(name: field, fileName: file, contentType: "text/plain", data: Data("b".utf8)),
            ])
    }

    @Test(arguments: [nil, "b", "a b:c", String(repeating: "x", count: 70)])
    func writesContentsThatPythonParses(boundary: String?) async throws {
        try await withTemporaryFolder { folder in
            let bytes = Data(0...255) + Data("\r\n--\r\n\r\n--b-\n".utf8)
            let file = folder.appending(path: "data.bin")
            try bytes.write(to: file)
            let body = HTTPBody.multipart(
                [
                    .data(bytes, name: "bytes"), .text("", name: "empty"), .file(file, name: "file"),
                    .file(file, name: "photo", fileName: "a.jpg", contentType: "image/jpeg"),
                    .text("\r\n", name: "lines"),
                ],
                boundary: boundary)
            let type = "application/octet-stream"
            #expect(
                try await parse(body) == [
                    Part(name: "bytes", contentType: type, data: bytes), Part(name: "empty", data: Data()),
                    Part(name: "file", fileName: "data.bin", contentType: type, data: bytes),
                    Part(name: "photo", fileName: "a.jpg", contentType: "image/jpeg", data: bytes),
                    Part(name: "lines", data: Data("\r\n".utf8)),
                ])
        }
    }

    @Test func readsALargeFileInBoundedMemory() async throws {
        try await withTemporaryFolder { folder in
            let size = 200_000_000
            let file = folder.appending(path: "large")
            try Data().write(to: file)
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: UInt64(size))
            try handle.close()
            let result = try await run(products.appending(path: "ReadBody").path, [file.path])
            try #require(result.status == 0, "\(result.errorOutput)")
            let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            try #require(numbers.count == 2)
            #expect(numbers[0] > size && numbers[0] < size + 1_000)
            #expect(numbers[1] < 60 * 1_024, "the peak was \(numbers[1]) KiB")
        }
    }
}
