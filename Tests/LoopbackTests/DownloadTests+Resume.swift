import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Testing

extension DownloadTests {
    /// Breaks off a download, and calls a closure that downloads again.
    private func afterABreak(
        _ first: [ScriptedServer.Script] = [Export.whole(cutAt: Export.half)],
        then others: [ScriptedServer.Script],
        _ body: (DownloadPlace, ScriptedServer) async throws -> Void
    ) async throws {
        let server = try ScriptedServer(inTurn: first + others + [Export.whole()])
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let failure = await place.download(from: server)
            guard case .truncatedResponse(let response, _) = failure else { throw try #require(failure) }
            #expect(response.body.isEmpty)
            try await body(place, server)
        }
    }

    private func ranges(_ server: ScriptedServer) -> [String?] { server.requests.map { $0.field("Range") } }

    /// The two files have the same entity tag, and URLs that differ only in a value that is hidden as a credential.
    @Test func restartsWhenTheURLDiffersOnlyInACredential() async throws {
        let server = try ScriptedServer(inTurn: [Export.whole(cutAt: Export.half), Export.whole()])
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let controller = Controller(baseURL: server.url())
            for key in ["a", "b"] {
                let endpoint = RESTEndpoint(path: .segments(["export"]), queryItems: .items(["key": key]))
                let error = await failure { () throws(LoadError) in
                    try await controller.download(endpoint, to: place.file)
                }
                #expect((error == nil) == (key == "b"))
            }
            #expect(ranges(server) == [nil, nil])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test(
        "Continues a download from a URL that is signed anew, if the caller gives the file an identity",
        arguments: [("file 7", "file 7", true), ("file 7", "file 8", false), (nil, "file 7", false), (nil, nil, false)])
    func identity(first: String?, second: String?, continues: Bool) async throws {
        let last = continues ? Export.part() : Export.whole()
        let server = try ScriptedServer(inTurn: [Export.whole(cutAt: Export.half), last])
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let controller = Controller(baseURL: server.url())
            for (number, identity) in [first, second].enumerated() {
                let items: [URLQueryItem] = .items(["X-Amz-Signature": "\(number)"])
                let endpoint = RESTEndpoint(path: .segments(["export"]), queryItems: items)
                let error = await failure { () throws(LoadError) in
                    try await controller.download(endpoint, to: place.file, identity: identity)
                }
                #expect((error == nil) == (number == 1))
            }
            #expect(ranges(server) == [nil, continues ? "bytes=\(Export.half)-" : nil])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test("Starts over if the file with the same identity has changed")
    func changedIdentity() async throws {
        let server = try ScriptedServer(inTurn: [Export.whole(cutAt: Export.half), Export.whole(["ETag: \"new\""])])
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let controller = Controller(baseURL: server.url())
            for number in 0..<2 {
                let endpoint = RESTEndpoint(path: .segments(["export\(number)"]))
                let error = await failure { () throws(LoadError) in
                    try await controller.download(endpoint, to: place.file, identity: "file 7")
                }
                #expect((error == nil) == (number == 1))
            }
            #expect(server.requests[1].field("If-Range") != nil)
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func acceptsA206WhenTheRulesAcceptOnly200() async throws {
        try await afterABreak(then: [Export.part()]) { place, server in
            expectSuccess(await place.download(from: server, EndpointRules(acceptedStatusCodes: [200])))
            #expect(ranges(server) == [nil, "bytes=150000-"])
        }
    }

    @Test func continuesWithAPartThatDoesNotNameItsContentType() async throws {
        let server = try ScriptedServer(inTurn: [
            Export.whole([Export.tag, "Content-Type: application/zip"], cutAt: Export.half), Export.part(),
        ])
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let rules = EndpointRules(acceptedContentTypes: ["application/zip"])
            #expect(await place.download(from: server, rules) != nil)
            expectSuccess(await place.download(from: server, rules))
            #expect(ranges(server) == [nil, "bytes=150000-"])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func sendsAnOldEnoughLastModifiedDateInIfRange() async throws {
        let date = "Sat, 01 Nov 2025 10:00:00 GMT"
        let fields = ["Last-Modified: \(date)", "Date: Sat, 01 Nov 2025 10:01:00 GMT"]
        let part = Export.part(fields)
        try await afterABreak([Export.whole(fields, cutAt: Export.half)], then: [part]) { place, server in
            expectSuccess(await place.download(from: server))
            #expect(server.requests.map { $0.field("If-Range") } == [nil, date])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test(arguments: [
        [], [#"ETag: W/"v1""#], ["ETag: v1"], ["ETag: \"v\u{85}1\""], ["ETag: \""], [#"ETag: "v"1""#],
        [Export.tag, "Accept-Ranges: none"], [Export.tag, "Accept-Ranges: None"],
        [#"ETag: W/"v1""#, "Last-Modified: Sat, 01 Nov 2025 10:00:00 GMT", "Date: Sun, 02 Nov 2025 10:00:00 GMT"],
        ["Last-Modified: Sat, 01 Nov 2025 10:00:00 GMT"],
        ["Last-Modified: Sat, 01 Nov 2025 10:00:00 GMT", "Date: Sat, 01 Nov 2025 10:00:59 GMT"],
        ["Last-Modified: yesterday", "Date: today"],
        ["Last-Modified: Sat Nov  1 10:00:00 2025", "Date: Sun, 02 Nov 2025 10:00:00 GMT"],
    ])
    func keepsNoPartialFileWithoutAStrongValidator(fields: [String]) async throws {
        try await afterABreak([Export.whole(fields, cutAt: Export.half)], then: []) { place, server in
            try #expect(place.contents() == [])
            expectSuccess(await place.download(from: server))
            #expect(ranges(server) == [nil, nil])
        }
    }

    @Test func keepsNoPartialFileOfAnotherStatusThan200() async throws {
        let first = Export.whole(status: "203 Non-Authoritative Information", cutAt: Export.half)
        try await afterABreak([first], then: []) { place, server in try #expect(place.contents() == []) }
    }

    @Test(arguments: [
        RESTEndpoint<Data>(.post, path: "export.zip"),
        RESTEndpoint(path: "export.zip", headerFields: ["Range": "bytes=0-"]),
        RESTEndpoint(path: "export.zip", headerFields: ["If-Range": #""v0""#]),
    ])
    func keepsNoPartialFileOfARequestThatIsNotAPlainGET(endpoint: RESTEndpoint<Data>) async throws {
        let server = try ScriptedServer(Export.whole(cutAt: Export.half))
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let error = await failure { () throws(LoadError) in
                try await Controller(baseURL: server.url()).download(endpoint, to: place.file)
            }
            #expect(error?.kind == .truncatedResponse)
            try #expect(place.contents() == [])
        }
    }

    @Test(arguments: [false, true])
    func downloadsThePartThatTheEndpointOrMiddlewareAsksFor(isMiddleware: Bool) async throws {
        let server = try ScriptedServer(Export.part())
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let fields = ["Range": "bytes=150000-"]
            let endpoint = RESTEndpoint(path: "export.zip", headerFields: isMiddleware ? [:] : fields)
            let middleware = isMiddleware ? [FixedParts(headerFields: fields)] : []
            try await Controller(baseURL: server.url(), middleware: middleware).download(endpoint, to: place.file)
            try #expect(place.bytes() == Array(Export.bytes.dropFirst(Export.half)))
        }
    }

    @Test func removesThePartialFileIfTheNewVersionCannotBeContinued() async throws {
        try await afterABreak(then: [Export.whole([], cutAt: Export.half)]) { place, server in
            #expect(await place.download(from: server) != nil)
            try #expect(place.contents() == [])
        }
    }

    /// As after the end of a process that had received all bytes.
    @Test func requestsTheLastByteAgainIfThePartialFileIsWhole() async throws {
        try await afterABreak(then: [Export.part(range: "bytes 299999-299999/300000")]) { place, server in
            try Data(Export.bytes).write(to: place.folder.appending(path: place.leftover[0]))
            expectSuccess(await place.download(from: server))
            #expect(ranges(server) == [nil, "bytes=299999-"])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func takesA200ForTheWholeFileEvenIfItNamesARange() async throws {
        let whole = Export.whole([Export.tag, "Content-Range: bytes 150000-299999/300000"])
        try await afterABreak(then: [whole]) { place, server in
            expectSuccess(await place.download(from: server))
            #expect(ranges(server) == [nil, "bytes=150000-"])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test(arguments: [
        ([#"ETag: "v2""#], "bytes 150000-299999/300000"), ([#"ETag: W/"v1""#], "bytes 150000-299999/300000"),
        ([], "bytes 150000-299999/300000"), ([Export.tag], "bytes 0-149999/300000"),
        ([Export.tag], "bytes 150000-299999/300001"), ([Export.tag], "bytes 150001-299999/300000"),
        ([Export.tag], "bytes 150000-300000/300000"), ([Export.tag], "bytes 150000-300000/*"),
        ([Export.tag], "items 150000-299999/300000"),
        ([Export.tag], "bytes 150000-149999/300000"), ([Export.tag], "nonsense"), ([Export.tag], "bytes -/"),
        ([Export.tag], "bytes 150000-299999/+300000"), ([Export.tag], "bytes 150000-299999/300000/300000"),
        ([Export.tag], nil), ([Export.tag, "Content-Encoding: br"], "bytes 150000-299999/300000"),
    ])
    func loadsTheWholeFileAfterAMismatchedPart(fields: [String], range: String?) async throws {
        try await afterABreak(then: [Export.part(fields, range: range)]) { place, server in
            expectSuccess(await place.download(from: server))
            #expect(ranges(server) == [nil, "bytes=150000-", nil])
            try #expect(place.bytes() == Export.bytes)
            try #expect(place.contents() == ["export.zip"])
        }
    }

    @Test(arguments: [
        "416 Range Not Satisfiable", "400 Bad Request", "403 Forbidden", "412 Precondition Failed",
        "501 Not Implemented",
    ])
    func loadsTheWholeFileAfterARefusedRange(status: String) async throws {
        let refusal = Export.status(status, ["Content-Range: bytes */9"])
        try await afterABreak(then: [refusal]) { place, server in
            expectSuccess(await place.download(from: server))
            #expect(ranges(server) == [nil, "bytes=150000-", nil])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test("Loads the whole file after a part of another type, or a refusal that breaks off", arguments: [206, 416])
    func unusableAnswer(status: Int) async throws {
        let type = "Content-Type: application/zip"
        let part = Export.part([Export.tag, "Content-Type: text/html"])
        let answer = status == 206 ? part : Export.whole([], status: "416 Range Not Satisfiable", cutAt: 9)
        let first = Export.whole([Export.tag, type], cutAt: Export.half)
        let server = try ScriptedServer(inTurn: [first, answer, Export.whole([type])])
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let rules = EndpointRules(acceptedContentTypes: ["application/zip"])
            #expect(await place.download(from: server, rules) != nil)
            expectSuccess(await place.download(from: server, rules))
            #expect(ranges(server) == [nil, "bytes=150000-", nil])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func keepsThePartialFileWhenTheWholeFileIsRefusedToo() async throws {
        let refusal = Export.status("403 Forbidden")
        try await afterABreak(then: [refusal, refusal, Export.part()]) { place, server in
            #expect(await place.download(from: server)?.response?.statusCode == 403)
            try #expect(place.contents() == place.leftover)
            expectSuccess(await place.download(from: server))
            #expect(ranges(server) == [nil, "bytes=150000-", nil, "bytes=150000-"])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func refusesAPartWithMoreBytesThanItsRange() async throws {
        let part = Export.part(range: "bytes 150000-199999/300000")
        try await afterABreak(then: [part]) { place, server in
            let failure = await place.download(from: server)
            guard case .unacceptableResponse(_, let reason as EndpointDownloadError) = failure,
                case .wrongLength(expected: 200_000, _) = reason
            else { throw try #require(failure) }
            try #expect(place.contents() == [])
        }
    }

    @Test func continuesAfterAPartThatIsShorterThanTheRest() async throws {
        let short: ScriptedServer.Script = { _, connection in
            let fields = "\(Export.tag)\r\nContent-Range: bytes 150000-199999/300000\r\nContent-Length: 50000"
            connection.send("HTTP/1.1 206 Partial Content\r\n\(fields)\r\n\r\n")
            connection.send(Array(Export.bytes[150_000..<200_000]))
        }
        let rest = Export.part(range: "bytes 200000-299999/300000")
        try await afterABreak(then: [short, rest]) { place, server in
            #expect(await place.download(from: server)?.kind == .truncatedResponse)
            expectSuccess(await place.download(from: server))
            #expect(ranges(server) == [nil, "bytes=150000-", "bytes=200000-"])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func keepsThePartialFileAfterA304() async throws {
        try await afterABreak(then: [Export.status("304 Not Modified", [Export.tag]), Export.part()]) { place, server in
            expectSuccess(await place.download(from: server, EndpointRules(acceptedStatusCodes: [200, 304])))
            try #expect(place.contents() == place.leftover)
            expectSuccess(await place.download(from: server))
            #expect(ranges(server) == [nil, "bytes=150000-", "bytes=150000-"])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func refusesAPartInResponseToARequestWithoutARange() async throws {
        let part = Export.part(range: "bytes 0-9/10")
        try await afterABreak(then: [part, part]) { place, server in
            let failure = await place.download(from: server)
            guard case .unacceptableResponse(_, EndpointDownloadError.unexpectedPart) = failure else {
                throw try #require(failure)
            }
            #expect(ranges(server) == [nil, "bytes=150000-", nil])
        }
    }

    @Test(arguments: ["bytes 150000-299999/*", "Bytes 150000-299999/300000"])
    func acceptsAPartWithoutTheTotalLengthAndAUnitInUpperCase(range: String) async throws {
        try await afterABreak(then: [Export.part(range: range)]) { place, server in
            expectSuccess(await place.download(from: server))
            #expect(ranges(server) == [nil, "bytes=150000-"])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test(arguments: ["300000", "*"])
    func continuesABodyOfUnknownLengthOnlyIfThePartHasATotal(total: String) async throws {
        let chunk = "HTTP/1.1 200 OK\r\n\(Export.tag)\r\nTransfer-Encoding: chunked\r\n\r\n249f0\r\n"
        let cut: ScriptedServer.Script = { _, connection in
            connection.send(chunk)
            connection.send(Array(Export.bytes.prefix(Export.half)))
            connection.close()
        }
        try await afterABreak([cut], then: [Export.part(range: "bytes 150000-299999/\(total)")]) { place, server in
            expectSuccess(await place.download(from: server))
            #expect(ranges(server) == [nil, "bytes=150000-"] + (total == "*" ? [nil] : []))
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func keepsThePartialFileAfterAnErrorStatus() async throws {
        try await afterABreak(then: [Export.status("503 Service Unavailable"), Export.part()]) { place, server in
            #expect(await place.download(from: server)?.response?.statusCode == 503)
            try #expect(place.contents() == place.leftover)
            expectSuccess(await place.download(from: server))
            #expect(ranges(server) == [nil, "bytes=150000-", "bytes=150000-"])
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func ignoresAPartialFileOfAnotherURL() async throws {
        try await afterABreak(then: [Export.whole()]) { place, server in
            expectSuccess(await place.download(from: server, path: "other.zip"))
            #expect(ranges(server) == [nil, nil])
            try #expect(place.contents() == ["export.zip"])
        }
    }

    @Test func removesThePartialFileWhenResumingIsOff() async throws {
        try await afterABreak(then: [Export.whole(cutAt: Export.half)]) { place, server in
            #expect(await place.download(from: server, resumes: false) != nil)
            #expect(ranges(server) == [nil, nil])
            try #expect(place.contents() == [])
        }
    }
}
