import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Testing

extension DownloadTests {
    @Test func leavesNoFileAndThrowsTheServerErrorForA404() async throws {
        let fields = ["Content-Type: application/json", Export.tag]
        let server = try ScriptedServer(Export.status("404 Not Found", fields, body: #"{"reason":"gone"}"#))
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let place = DownloadPlace(folder: folder.appending(path: "a/b"))
            let failure = await place.download(from: server)
            #expect(failure?.response?.statusCode == 404)
            #expect(failure?.serverError?.reason == "gone")
            try #expect(FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test(arguments: ["204 No Content", "205 Reset Content"])
    func keepsTheFileAndThrowsForAStatusWithoutContent(status: String) async throws {
        let server = try ScriptedServer(Export.status(status))
        defer { server.stop() }
        try await DownloadPlace.with { place in
            try Data("old".utf8).write(to: place.file)
            let failure = await place.download(from: server)
            guard case .unacceptableStatus(let response, nil) = failure else { throw try #require(failure) }
            #expect(status.hasPrefix("\(response.statusCode) "))
            try #expect(place.bytes() == Array("old".utf8))
            try #expect(place.contents() == ["export.zip"])
        }
    }

    @Test func leavesNoFileOfAnUnacceptableContentType() async throws {
        let server = try ScriptedServer(Export.whole([Export.tag, "Content-Type: text/html"]))
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let failure = await place.download(from: server, EndpointRules(acceptedContentTypes: ["application/zip"]))
            #expect(failure?.kind == .unacceptableContentType)
            try #expect(place.contents() == [])
        }
    }

    @Test func passesTheValidatorAResponseWithoutABody() async throws {
        struct Refusal: Error {}
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let rules = EndpointRules(responseValidator: { response in
                if response.headerField("ETag") == #""v1""#, response.body.isEmpty { throw Refusal() }
            })
            let failure = await place.download(from: server, rules)
            guard case .unacceptableResponse(_, is Refusal) = failure else { throw try #require(failure) }
            try #expect(place.contents() == [])
        }
    }

    @Test(arguments: [true, false])
    func appliesTheSizeLimitOfTheEndpointToADownload(isAnnounced: Bool) async throws {
        let unannounced: ScriptedServer.Script = { request, connection in
            connection.send("HTTP/1.1 200 OK\r\n\(Export.tag)\r\nConnection: close\r\n\r\n")
            connection.send(Export.bytes)
            connection.close()
        }
        // An announced length fails the download before the first byte.
        let server = try ScriptedServer(
            inTurn: isAnnounced ? [Export.whole(cutAt: 0), Export.whole()] : [unannounced])
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let controller = EndpointController<EndpointDefaultServerError>(baseURL: server.url())
            let error = await #expect(throws: DownloadError.self) {
                try await controller.download(LimitedExport(responseSizeLimit: 299_999), to: place.file)
            }
            guard case .responseTooLarge(_, limit: 299_999) = error else { throw try #require(error) }
            try #expect(place.contents() == [])
            try await controller.download(LimitedExport(responseSizeLimit: 300_000), to: place.file)
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func doesNotApplyTheSizeLimitOfTheControllerToADownload() async throws {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await DownloadPlace.with { place in
            expectSuccess(await place.download(from: server, EndpointRules(responseSizeLimit: 10)))
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func refusesASecondDownloadToTheSameFile() async throws {
        let isRefused = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n")
            connection.send(Array(Export.bytes.prefix(Export.half)))
            isRefused.wait()
            connection.send(Array(Export.bytes.dropFirst(Export.half)))
        }
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let log = ProgressLog()
            async let first = place.download(from: server, onProgress: log.add)
            await log.wait(for: Export.half)
            let second = await place.download(from: server, resumes: false)
            isRefused.signal()
            guard case .invalidRequest(_, EndpointDownloadError.destinationInUse(place.file)) = second else {
                throw try #require(second)
            }
            #expect(await first == nil)
            #expect(server.requests.count == 1)
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func leavesNoFileOfATruncatedGzipBody() async throws {
        let server = try ScriptedServer { _, connection in
            let fields = "ETag: \"v1\"\r\nContent-Encoding: gzip\r\nContent-Length: \(helloInGzip.count)"
            connection.send("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n")
            connection.send(Array(helloInGzip.prefix(16)))
            connection.close()
        }
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let failure = await place.download(from: server)
            #expect(failure?.kind == .truncatedResponse)
            try #expect(place.contents() == [])
        }
    }

    @Test func throwsWhenTheFileCannotBeMovedIntoPlace() async throws {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let failure = await place.download(from: server) { _ in
                try? FileManager.default.createDirectory(at: place.file, withIntermediateDirectories: true)
            }
            guard case .unacceptableResponse(_, EndpointDownloadError.cannotWrite(place.file, _)) = failure else {
                throw try #require(failure)
            }
            try #expect(place.contents() == ["export.zip"])
        }
    }

    @Test("Leaves no file of a download that breaks off before its first byte")
    func leavesNoFileWithoutAByte() async throws {
        let server = try ScriptedServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 300000\r\n\r\n")
            connection.close()
        }
        defer { server.stop() }
        try await DownloadPlace.with { place in
            #expect(await place.download(from: server) != nil)
            try #expect(place.contents() == [])
        }
    }
}
