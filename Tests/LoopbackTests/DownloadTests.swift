import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Testing

struct LimitedExport {
    var responseSizeLimit: Int?
}

extension LimitedExport: BaseURLEndpointType, MethodProviderType, RelativeURLStringProviderType, RulesProviderType {
    var rules: EndpointRules { EndpointRules(responseSizeLimit: responseSizeLimit) }
    var method: HTTPMethod { .get }
    var relativeURLString: String { "export.zip" }
}

/// Tests of downloads to a file.
///
/// The tests run one after another.
@Suite(.serialized, .timeLimit(.minutes(1))) struct DownloadTests {
    @Test func downloadsAFileAndReportsItsProgress() async throws {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let log = ProgressLog()
            expectSuccess(await place.download(from: server, onProgress: log.add))
            try #expect(place.bytes() == Export.bytes)
            try #expect(place.contents() == ["export.zip"])

            let counts = log.all.map(\.completed)
            #expect(counts == counts.sorted())
            #expect(Set(counts).count == counts.count)
            #expect(log.all.allSatisfy { $0.total == 300_000 })
            #expect(log.all.last == EndpointProgress(completed: 300_000, total: 300_000))
        }
    }

    @Test func keepsTheAcceptEncodingOfTheEndpoint() async throws {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let endpoint = RESTEndpoint(path: "export.zip", headerFields: ["Accept-Encoding": "gzip"])
            try await Controller(baseURL: server.url()).download(endpoint, to: place.file)
            #expect(server.requests.map { $0.field("Accept-Encoding") } == ["gzip"])
        }
    }

    @Test func downloadsAnEndpointWithItsOwnURL() async throws {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let controller = EndpointController<EndpointDefaultServerError>()
            let endpoint = RESTEndpoint(.get, path: .segments(["export.zip"])).endpoint(baseURL: server.url())
            let head = try await controller.download(endpoint, to: place.file)
            #expect(head.statusCode == 200)
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func createsMissingFolders() async throws {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let place = DownloadPlace(folder: folder.appending(path: "a/b c/ü"))
            expectSuccess(await place.download(from: server))
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func createsTheFileWithTheDefaultPermissions() async throws {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await DownloadPlace.with { place in
            expectSuccess(await place.download(from: server))
            let other = place.folder.appending(path: "other")
            try Data().write(to: other)
            let modes = try [place.file, other].map {
                try FileManager.default.attributesOfItem(atPath: $0.path)[.posixPermissions] as? Int
            }
            #expect(modes[0] == modes[1])
        }
    }

    @Test func replacesASymbolicLinkAndKeepsItsTarget() async throws {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let linked = place.folder.appending(path: "linked")
            try Data("linked".utf8).write(to: linked)
            try FileManager.default.createSymbolicLink(at: place.file, withDestinationURL: linked)
            expectSuccess(await place.download(from: server))
            try #expect(place.bytes() == Export.bytes)
            try #expect(String(contentsOf: linked, encoding: .utf8) == "linked")
            try #expect(place.contents() == ["export.zip", "linked"])
        }
    }

    @Test func writesAnEmptyFileForAnEmptyBody() async throws {
        let server = try ScriptedServer(Export.status("200 OK"))
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let log = ProgressLog()
            let rules = EndpointRules(acceptedContentTypes: ["application/zip"])
            expectSuccess(await place.download(from: server, rules, onProgress: log.add))
            try #expect(place.bytes() == [])
            #expect(log.all == [EndpointProgress(completed: 0, total: 0)])
        }
    }

    @Test func keepsTheFileWhenAConditionalDownloadGetsA304() async throws {
        let server = try ScriptedServer { request, connection in
            let isUnchanged = request.field("If-None-Match") == #""v1""#
            let answer = isUnchanged ? Export.status("304 Not Modified", [Export.tag]) : Export.whole()
            answer(request, connection)
        }
        defer { server.stop() }
        try await DownloadPlace.with { place in
            try Data("old".utf8).write(to: place.file)
            let log = ProgressLog()
            let endpoint = RESTEndpoint(
                path: "export.zip", headerFields: ["If-None-Match": #""v1""#],
                rules: EndpointRules(acceptedStatusCodes: [200, 304]))
            let head = try await Controller(baseURL: server.url())
                .download(endpoint, to: place.file, onProgress: log.add)
            #expect(head.statusCode == 304)
            try #expect(place.bytes() == Array("old".utf8))
            try #expect(place.contents() == ["export.zip"])
            #expect(log.all.isEmpty)
        }
    }

    @Test func decodesAGzipBodyAndReportsNoTotalUntilTheEnd() async throws {
        let server = try ScriptedServer { _, connection in
            let fields = "ETag: \"v1\"\r\nContent-Encoding: gzip\r\nContent-Length: \(helloInGzip.count)"
            connection.send("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n")
            connection.send(helloInGzip)
        }
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let log = ProgressLog()
            expectSuccess(await place.download(from: server, onProgress: log.add))
            try #expect(place.bytes() == Array("hello".utf8))
            #expect(log.all.dropLast().allSatisfy { $0.total == nil })
            #expect(log.all.last == EndpointProgress(completed: 5, total: 5))
        }
    }

    @Test func reportsTheTotalOfAChunkedBodyAtTheEnd() async throws {
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
        }
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let log = ProgressLog()
            expectSuccess(await place.download(from: server, onProgress: log.add))
            try #expect(place.bytes() == Array("abcde".utf8))
            #expect(log.all.first?.total == nil)
            #expect(log.all.last == EndpointProgress(completed: 5, total: 5))
        }
    }

    @Test func resumesADownloadAcrossARedirect() async throws {
        let other = try ScriptedServer(inTurn: [Export.whole(cutAt: Export.half), Export.part()])
        defer { other.stop() }
        let location = "Location: \(other.url("place"))"
        let server = try ScriptedServer(Export.status("302 Found", [location]))
        defer { server.stop() }
        try await DownloadPlace.with { place in
            #expect(await place.download(from: server) != nil)
            expectSuccess(await place.download(from: server))
            try #expect(place.bytes() == Export.bytes)
            #expect(other.requests.map { $0.field("Range") } == [nil, "bytes=150000-"])
            #expect(other.requests.map { $0.field("If-Range") } == [nil, #""v1""#])
            #expect(other.requests.map { $0.field("Accept-Encoding") } == ["identity", "identity"])
            #expect(other.requests.map { $0.field("Authorization") } == [nil, nil])
            #expect(server.requests.map { $0.field("Authorization") } == ["Bearer secret", "Bearer secret"])
        }
    }
}

let helloInGzip: [UInt8] = [
    0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
]
