import EndpointCompliance
import EndpointController
import EndpointStreaming
import Foundation
import Testing

extension DownloadTests {
    /// Downloads to a file, and returns the error with its description.
    private func failure(to url: URL) async throws -> (error: EndpointDownloadError?, description: String) {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        let controller = EndpointController<EndpointDefaultServerError>(baseURL: server.url())
        do {
            try await controller.download(RESTEndpoint(.get, path: .segments(["a"])), to: url)
            return (nil, "")
        } catch {
            #expect(server.requests.isEmpty)
            guard case .invalidRequest(_, let reason) = error else { throw error }
            return (reason as? EndpointDownloadError, error.description)
        }
    }

    @Test func refusesAnInvalidDestinationURL() async throws {
        let url = try #require(URL(string: "https://user:hunter2@example.com/export.zip?q=hunter2"))
        let failure = try await failure(to: url)
        #expect(failure.error == .invalidDestination(url))
        #expect(failure.description.contains("example.com"))
        #expect(!failure.description.contains("hunter2"))
        for text in ["file:///tmp/export%00.zip", "file:"] {
            let url = try #require(URL(string: text))
            try await #expect(self.failure(to: url).error == .invalidDestination(url), "\(text)")
        }
    }

    @Test(arguments: ["", "folder", "folder/", "new/", "link", "folder/..", "."])
    func refusesAFolderAsADestination(path: String) async throws {
        try await withTemporaryFolder { folder in
            let inner = folder.appending(path: "folder")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(at: folder.appending(path: "link"), withDestinationURL: inner)
            let url = try #require(URL(string: folder.absoluteString + "/" + path))
            let failure = try await failure(to: url)
            #expect(failure.error == .destinationIsFolder(url))
            #expect(failure.description.contains("is a folder"))
            try #expect(FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["folder", "link"])
        }
    }

    #if !os(Windows)
    @Test(arguments: ["pipe", "link"])
    func refusesToReplaceAPipeOrALinkToAPipe(path: String) async throws {
        try await withTemporaryFolder { folder in
            let pipe = folder.appending(path: "pipe")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            try FileManager.default.createSymbolicLink(at: folder.appending(path: "link"), withDestinationURL: pipe)
            let url = folder.appending(path: path)
            let failure = try await failure(to: url)
            #expect(failure.error == .destinationIsNotRegular(url))
            #expect(failure.description.contains("is a device, a pipe or a socket"))
            try #expect(FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "pipe"])
        }
    }
    #endif

    @Test func namesADestinationThatCannotBeWritten() async throws {
        try await withTemporaryFolder { folder in
            try Data().write(to: folder.appending(path: "file"))
            let url = folder.appending(path: "file/export.zip")
            let failure = try await failure(to: url)
            guard case .cannotWrite(url, let reason) = failure.error else { throw try #require(failure.error) }
            #expect(!reason.isEmpty)
            #expect(failure.description.contains(url.path))
        }
    }

    @Test func leavesNoFolderIfADeeperOneCannotBeCreated() async throws {
        try await withTemporaryFolder { folder in
            let url = folder.appending(path: "new/\(String(repeating: "x", count: 300))/export.zip")
            let error = try await failure(to: url).error
            guard case .cannotWrite(url, _) = error else { throw try #require(error) }
            try #expect(FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test func downloadsToAFileURLThatIsRelativeToAnother() async throws {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let base = URL(filePath: place.folder.path, directoryHint: .isDirectory)
            let url = URL(filePath: "export.zip", directoryHint: .notDirectory, relativeTo: base)
            try await Controller(baseURL: server.url()).download(RESTEndpoint(path: "a"), to: url)
            try #expect(place.bytes() == Export.bytes)
        }
    }

    @Test func namesThePartialFileIfItCannotBeCreated() async throws {
        try await DownloadPlace.with { place in
            let partial = place.folder.appending(path: ".export.zip.partial", directoryHint: .notDirectory)
            try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
            let failure = try await failure(to: place.file)
            guard case .cannotWrite(partial, _) = failure.error else { throw try #require(failure.error) }
            #expect(failure.description.contains(partial.path))
        }
    }

    @Test func downloadsToAFileWithAVeryLongName() async throws {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let controller = EndpointController<EndpointDefaultServerError>(baseURL: server.url())
            let url = folder.appending(path: String(repeating: "ü", count: 127))
            try await controller.download(RESTEndpoint(.get, path: .segments(["a"])), to: url)
            try #expect(Array(Data(contentsOf: url)) == Export.bytes)
        }
    }

    @Test func keepsThePartsOfTwoFilesWhoseLongNamesBeginAlike() async throws {
        let server = try ScriptedServer(Export.whole(cutAt: Export.half))
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let controller = Controller(baseURL: server.url())
            let names = ["1", "2"].map { String(repeating: "x", count: 250) + $0 }
            for name in names {
                let error = await #expect(throws: LoadError.self) {
                    _ = try await controller.download(
                        RESTEndpoint(path: .segments(["export.zip"])), to: folder.appending(path: name))
                }
                #expect(error?.kind == .truncatedResponse, "\(name)")
            }
            // Each part has a file and a sidecar file.
            try #expect(FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
        }
    }

    @Test func doesNotFollowASymbolicLinkAtThePartialFile() async throws {
        let server = try ScriptedServer(Export.whole())
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let victim = place.folder.appending(path: "victim")
            try Data("victim".utf8).write(to: victim)
            for name in place.leftover {
                let link = place.folder.appending(path: name)
                try FileManager.default.createSymbolicLink(at: link, withDestinationURL: victim)
            }
            expectSuccess(await place.download(from: server))
            try #expect(place.bytes() == Export.bytes)
            try #expect(String(contentsOf: victim, encoding: .utf8) == "victim")
            try #expect(place.contents() == ["export.zip", "victim"])
        }
    }

    @Test func keepsTheFileWholeAfterConcurrentDownloads() async throws {
        let server = try ScriptedServer(Export.whole(bytes: Array("whole".utf8)))
        defer { server.stop() }
        try await DownloadPlace.with { place in
            let failures = await withTaskGroup(of: [DownloadError].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var failures: [DownloadError] = []
                        for _ in 0..<50 {
                            if let failure = await place.download(from: server) { failures.append(failure) }
                        }
                        return failures
                    }
                }
                return await group.reduce([], +)
            }
            for failure in failures {
                guard case .invalidRequest(_, EndpointDownloadError.destinationInUse) = failure else { throw failure }
            }
            #expect(failures.count < 400)
            try #expect(place.bytes() == Array("whole".utf8))
            try #expect(place.contents() == ["export.zip"])
        }
    }
}
