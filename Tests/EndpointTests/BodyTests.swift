import Endpoint
import Foundation
import Testing

@Suite struct BodyTests {
    private func request(_ body: HTTPBody) throws -> URLRequest {
        try Sample(.post, pathComponents: ["x"], body: body).request(baseURL: baseURL)
    }

    // MARK: Data and text

    @Test func sendsDataUnchanged() throws {
        let data = Data(0...255)
        let built = try request(.data(data, contentType: "image/png"))
        #expect(built.httpBody == data)
        #expect(built.allHTTPHeaderFields == ["Content-Type": "image/png"])
        #expect(try request(.data(data)).value(forHTTPHeaderField: "Content-Type") == "application/octet-stream")
    }

    @Test func sendsTextAsUTF8() throws {
        let built = try request(.text("Grüße 😀"))
        #expect(built.httpBody == Data("Grüße 😀".utf8))
        #expect(built.allHTTPHeaderFields == ["Content-Type": "text/plain; charset=utf-8"])
    }

    // MARK: Forms

    @Test(arguments: [
        ("a b", "a+b"), ("a+b", "a%2Bb"), ("*-._", "*-._"), ("~", "%7E"), ("é\r\n", "%C3%A9%0D%0A"),
        ("a&b=c", "a%26b%3Dc"),
        ("/?:@!$'(),;", "%2F%3F%3A%40%21%24%27%28%29%2C%3B"), ("", ""), ("aZ09", "aZ09"), ("100%", "100%25"),
    ])
    func serialisesFormsAsBrowsersDo(_ value: String, expected: String) throws {
        let built = try request(
            .formEncoded([URLQueryItem(name: value, value: value), URLQueryItem(name: "x", value: nil)]))
        #expect(built.bodyText == "\(expected)=\(expected)&x=")
        #expect(built.allHTTPHeaderFields == ["Content-Type": "application/x-www-form-urlencoded"])
    }

    @Test func encodesFormsFromLiteralsAndValues() throws {
        #expect(try request(.formEncoded(.items(["a": "x y", "b": nil, "c": 2]))).bodyText == "a=x+y&c=2")
        struct Login: Encodable {
            var user = "ada l"
            var scopes = ["a", "b"]
        }
        let body = HTTPBody.formEncoded(Login(), encoder: QueryEncoder(arrays: .repeatedKeys))
        #expect(try request(body).bodyText == "user=ada+l&scopes=a&scopes=b")
        let error = error { try request(.formEncoded([1, 2])) }
        guard case .bodyNotEncodable(is EncodingError) = error else { throw try #require(error) }
    }

    // MARK: Files

    @Test func streamsAFileWithItsLength() throws {
        let contents = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        let file = try TemporaryFile(contents)
        let built = try request(.file(file.url, contentType: "image/png"))
        #expect(built.httpBody == nil)
        #expect(built.value(forHTTPHeaderField: "Content-Length") == announced("200000"))
        #expect(try HTTPBody.file(file.url).contentLength == 200_000)
        #expect(built.value(forHTTPHeaderField: "Content-Type") == "image/png")
        #expect(built.bodyData == contents)
    }

    @Test("Sends a range of a file")
    func rangeOfFile() throws {
        let file = try TemporaryFile(Data("0123456789".utf8))
        let bodies: [(HTTPBody, String)] = [
            (.file(file.url, range: 2..<5), "234"), (.file(file.url, range: 2...5), "2345"),
            (.file(file.url, range: 7...), "789"), (.file(file.url, range: ..<3), "012"),
            (.file(file.url, range: 0..<10), "0123456789"), (.file(file.url, range: 10...), ""),
            (.file(file.url, range: 4..<4), ""), (.file(file.url, range: 3...Int64.max), "3456789"),
            (.file(file.url, range: ...3), "0123"), (.file(file.url, range: ...Int64.max), "0123456789"),
            (.file(file.url, range: Int64.min...Int64.max), "0123456789"),
            (.file(file.url, range: Closed(range: 3...Int64.max)), "3456789"),
            (.file(file.url, range: Closed(range: 2...5)), "2345"),
        ]
        for (body, expected) in bodies {
            #expect(try body.contentLength == Int64(expected.utf8.count))
            #expect(String(decoding: try body.data(), as: UTF8.self) == expected)
            let built = try request(body)
            #expect(built.bodyText == expected)
            #expect(
                built.value(forHTTPHeaderField: "Content-Length") == announced("\(expected.utf8.count)"), "\(expected)")
        }
        #expect(
            try request(.file(file.url, range: ..<3, contentType: "a/b")).allHTTPHeaderFields?["Content-Type"] == "a/b")
    }

    @Test("Refuses a range that the file does not contain")
    func rangeBeyondFile() throws {
        let file = try TemporaryFile(Data("0123456789".utf8))
        for range in [0..<11, 11..<12, -1..<2, 10..<11, (Int64.min + 1)..<0, 0..<(Int64.max - 1)] {
            let error = error { try request(.file(file.url, range: range)) }
            guard case .unreadableFile(file.url, _) = error else { throw try #require(error) }
            let reason = "has 10 bytes, so it does not contain the range \(range)."
            #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        }
        let bodies: [HTTPBody] = [
            .file(file.url, range: 11...), .file(file.url, range: (-1)...), .file(file.url, range: ..<(-1)),
            .file(file.url, range: ...(-2)), .file(file.url, range: ..<Int64.min), .file(file.url, range: ...10),
            .file(file.url, range: 0..<Int64.max),
        ]
        for body in bodies {
            let error = error { try request(body) }
            guard case .unreadableFile(file.url, _) = error else { throw try #require(error) }
        }
    }

    @Test("Ends with an error if the file shrinks before its range is read")
    func rangeOfShrinkingFile() throws {
        // On Apple platforms the file may have been read in part by now, and an error ends the stream.
        #if !canImport(Darwin)
        let file = try TemporaryFile(Data("0123456789".utf8))
        let stream = try HTTPBody.file(file.url, range: 2..<9).makeInputStream()
        try Data("0123".utf8).write(to: file.url)
        let error = #expect(throws: (any Error).self) { try stream.readAll() }
        #expect(error as? EndpointRequestError == .bodyTooShort(expected: 7, actual: 2))
        #endif
    }

    @Test func namesAFileThatIsRemovedBeforeItIsRead() throws {
        let file = try TemporaryFile(Data("0123456789".utf8))
        let stream = try HTTPBody.file(file.url).makeInputStream()
        try FileManager.default.removeItem(at: file.url)
        let error = #expect(throws: (any Error).self) { try stream.readAll() }
        guard case .unreadableFile(file.url, let reason) = error as? EndpointRequestError else {
            throw try #require(error)
        }
        #expect((reason as NSError).code == Int(ENOENT))
    }

    @Test func refusesAFileThatCannotBeRead() throws {
        let file = try TemporaryFile(Data())
        for missing in [file.url.appendingPathExtension("x"), file.url.deletingLastPathComponent(), url("https://x/y")]
        {
            let error = error { try request(.file(missing)) }
            guard case .unreadableFile(missing, _) = error else { throw try #require(error) }
        }
    }

    @Test func followsASymbolicLinkToAFile() throws {
        let file = try TemporaryFile(Data(repeating: 7, count: 5_000))
        let link = file.url.deletingLastPathComponent().appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file.url)
        #expect(try HTTPBody.file(link).contentLength == 5_000)
        #expect(try HTTPBody.file(link).data().count == 5_000)
    }

    @Test func cutsAFileThatGrowsAndFailsIfItShrinks() throws {
        let file = try TemporaryFile(Data(repeating: 7, count: 5_000))
        let multipart = HTTPBody.multipart([.file(file.url, name: "f")], boundary: "b")
        let stream = try multipart.makeInputStream()
        let length = try #require(try multipart.contentLength)
        try Data(repeating: 8, count: 6_000).write(to: file.url)
        #expect(try Int64(stream.readAll().count) == length)

        // On Apple platforms the file may have been read in part by now, and an error ends the stream.
        #if !canImport(Darwin)
        let second = try multipart.makeInputStream()
        try Data(repeating: 9, count: 10).write(to: file.url)
        let error = #expect(throws: (any Error).self) { try second.readAll() }
        #expect(error as? EndpointRequestError == .bodyTooShort(expected: 6_000, actual: 10))
        #endif
    }

    // MARK: Streams

    @Test func opensAStreamForEachRead() throws {
        let body = HTTPBody.stream(contentType: "text/csv") { InputStream(data: Data("a,b".utf8)) }
        let built = try request(body)
        #expect(built.allHTTPHeaderFields == ["Content-Type": "text/csv"])
        #expect(built.bodyText == "a,b")
        #expect(try body.data() == Data("a,b".utf8))
        #expect(try body.contentLength == nil)
    }

    @Test func cutsAStreamAtItsLengthAndFailsIfItIsShorter() throws {
        let open: @Sendable () -> InputStream = { InputStream(data: Data("abc".utf8)) }
        let shorter = HTTPBody.stream(length: 2, open: open)
        #expect(try shorter.data() == Data("ab".utf8))
        #expect(try request(shorter).value(forHTTPHeaderField: "Content-Length") == announced("2"))
        #expect(try shorter.contentLength == 2)
        #expect(try HTTPBody.stream(length: 0, open: open).data().isEmpty)
        let longer = HTTPBody.stream(length: 4, open: open)
        #expect(throws: EndpointRequestError.bodyTooShort(expected: 4, actual: 3)) { try longer.data() }
    }

    @Test("Knows the error that ended a stream early", arguments: [3, 4])
    func failureOfAStream(length: Int64) throws {
        let stream = try HTTPBody.stream(length: length) { InputStream(data: Data("abc".utf8)) }.makeInputStream()
        _ = try? stream.readAll()
        #expect(stream.bodyFailure?.description == (length == 3 ? nil : "The body ended after 3 of 4 bytes."))
    }

    @Test func reportsAStreamThatCannotBeOpened() throws {
        struct Closed: Error {}
        let body = HTTPBody.stream { throw Closed() }
        let error = #expect(throws: EndpointRequestError.self) { try body.data() }
        #expect(error == .unreadableStream(Closed()))
        #expect(throws: EndpointRequestError.unreadableStream(Closed())) { try body.makeInputStream().readAll() }
    }

    @Test("Refuses a stream that is open or was closed", arguments: [false, true])
    func openedStream(isClosed: Bool) throws {
        let body = HTTPBody.stream {
            let stream = InputStream(data: Data("abc".utf8))
            stream.open()
            if isClosed { stream.close() }
            return stream
        }
        let error = #expect(throws: EndpointRequestError.self) { try body.data() }
        #expect(error?.description.contains("was already opened") == true)
    }

    /// A stream whose reads fail without an error.
    private final class FailingStream: InputStream {
        private var isOpen = false
        override func open() { isOpen = true }
        override func close() {}
        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int { -1 }
        override var streamStatus: Status { isOpen ? .open : .notOpen }
    }

    @Test func reportsAFailingStreamAndANegativeLength() throws {
        for body in [
            HTTPBody.stream { FailingStream(data: Data()) }, .stream(length: -1) { InputStream(data: Data()) },
        ] {
            let error = #expect(throws: EndpointRequestError.self) { try body.data() }
            guard case .unreadableStream = error else { throw try #require(error) }
        }
        let error = error { try request(.stream(length: -1) { InputStream(data: Data()) }) }
        guard case .unreadableStream = error else { throw try #require(error) }
    }

    @Test func restartsAStreamThatIsReopened() throws {
        #if !canImport(Darwin)
        let stream = try HTTPBody.stream { InputStream(data: Data("hello".utf8)) }.makeInputStream()
        var piece = [UInt8](repeating: 0, count: 3)
        #expect(stream.read(&piece, maxLength: 3) == -1)
        stream.open()
        #expect(stream.read(&piece, maxLength: 0) == 0)
        #expect(stream.read(&piece, maxLength: 3) == 3)
        #expect(try stream.readAll() == Data("hello".utf8))
        #expect(stream.streamStatus == .closed)
        #expect(stream.read(&piece, maxLength: 3) == -1)
        #expect(try stream.readAll() == Data("hello".utf8))
        #endif
    }

    @Test func forgetsTheErrorOfAStreamThatIsReopened() throws {
        #if !canImport(Darwin)
        let opened = Counter()
        let body = HTTPBody.stream {
            opened.count += 1
            return opened.count == 1 ? FailingStream(data: Data()) : InputStream(data: Data("hello".utf8))
        }
        let stream = try body.makeInputStream()
        let error = #expect(throws: EndpointRequestError.self) { try stream.readAll() }
        guard case .unreadableStream = error else { throw try #require(error) }
        #expect(try stream.readAll() == Data("hello".utf8))
        #expect(stream.bodyFailure == nil)
        #endif
    }

    @Test func readsALongStreamWholeButOmitsItFromCurl() throws {
        let body = HTTPBody.stream { InputStream(data: Data(repeating: 7, count: 3_000_000)) }
        #expect(try body.data().count == 3_000_000)
        #expect(try request(body).curlCommand.hasPrefix("# The body is a stream"))
    }

    @Test("Closes the stream of a body that is read to the end, closed early or reopened")
    func closesAStream() throws {
        let closed = Counter()
        let body = HTTPBody.stream { ClosingStream(closed) }
        #expect(try body.data() == Data("x".utf8))
        #expect(closed.count == 1)
        let stream = try body.makeInputStream()
        stream.open()
        var byte: UInt8 = 0
        #expect(stream.read(&byte, maxLength: 1) == 1)
        stream.close()
        #expect(closed.count == 2)
        #if !canImport(Darwin)
        for _ in 0..<2 {
            stream.open()
            #expect(stream.read(&byte, maxLength: 1) == 1)
        }
        #expect(closed.count == 3)
        #endif
    }
}

/// The number of opened or closed streams.
private final class Counter: @unchecked Sendable {
    // `@unchecked Sendable`: a single test changes the count, on one thread.
    var count = 0
}

/// A stream of one byte.
private final class ClosingStream: InputStream {
    private let closed: Counter
    private var rest = 1
    private var status = Status.notOpen

    init(_ closed: Counter) {
        self.closed = closed
        super.init(data: Data())
    }

    override var streamStatus: Status { status }
    override var streamError: (any Error)? { nil }

    override func open() { status = .open }

    override func close() {
        status = .closed
        closed.count += 1
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard rest > 0 else { return 0 }
        rest -= 1
        buffer.pointee = UInt8(ascii: "x")
        return 1
    }
}

/// A range expression that is not a type of the standard library.
private struct Closed: RangeExpression {
    let range: ClosedRange<Int64>

    func relative<C: Collection>(to collection: C) -> Range<Int64> where C.Index == Int64 {
        range.relative(to: collection)
    }

    func contains(_ offset: Int64) -> Bool { range.contains(offset) }
}
