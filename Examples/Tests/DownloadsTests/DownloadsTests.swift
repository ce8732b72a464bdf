import EndpointStreaming
import EndpointTesting
import Foundation
import Loopback
import Testing

@testable import Downloads

/// Tests of the API against the server of the program.
@Suite struct DownloadsTests {
    private static let log = Sample.log(of: "mars")

    /// Runs a test with a folder and a server that breaks off one connection.
    private func withFiles(_ body: @Sendable (URL, FileStore, UInt16) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "DownloadsTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileStore(["mars.log": Self.log], breaks: 1)
        try await LoopbackServer(FilesHandler(store: store)).run { port in
            try await body(folder, store, port)
        }
    }

    private func controller(_ port: UInt16) throws -> EndpointController<EndpointDefaultServerError> {
        EndpointController(baseURL: try FilesServer(port: port).url)
    }

    @Test func runsTheTourWithoutAnError() async throws {
        try await withFiles { folder, store, port in
            try await Tour(server: FilesServer(port: port), folder: folder, store: store).run()
        }
    }

    @Test func continuesAnInterruptedDownload() async throws {
        try await withFiles { folder, store, port in
            let controller = try controller(port)
            let file = folder.appending(path: "mars.log")
            let error = await #expect(throws: EndpointError<EndpointDefaultServerError>.self) {
                try await controller.download(FilesAPI.contents(of: "mars.log"), to: file)
            }
            #expect(error?.kind == .truncatedResponse)
            #expect(!FileManager.default.fileExists(atPath: file.path))

            let head = try await controller.download(FilesAPI.contents(of: "mars.log"), to: file)
            #expect(head.statusCode == 206)
            #expect(try Data(contentsOf: file) == Self.log)
            // The system may lose the last bytes that were sent before the break.
            let ranges = await store.ranges
            #expect(ranges.count == 2 && ranges.first == .some(nil))
            let first = try #require(ranges.last??.firstMatch(of: /^bytes=(\d+)-$/)?.1)
            #expect(try (1...Self.log.count * 2 / 5).contains(#require(Int(first))))
        }
    }

    @Test func downloadsAChangedFileFromTheStart() async throws {
        try await withFiles { folder, store, port in
            let controller = try controller(port)
            let file = folder.appending(path: "mars.log")
            let error = await #expect(throws: EndpointError<EndpointDefaultServerError>.self) {
                try await controller.download(FilesAPI.contents(of: "mars.log"), to: file)
            }
            #expect(error?.kind == .truncatedResponse)
            let changed = Sample.log(of: "moon")
            await store.replace("mars.log", with: changed)

            let head = try await controller.download(FilesAPI.contents(of: "mars.log"), to: file)
            #expect(head.statusCode == 200)
            #expect(try Data(contentsOf: file) == changed)
        }
    }

    @Test func uploadsAWholeFile() async throws {
        try await withFiles { folder, store, port in
            let file = folder.appending(path: "venus.log")
            let contents = Sample.log(of: "venus")
            try contents.write(to: file)
            let receipt = try await controller(port).upload(
                FilesAPI.replace("venus.log", with: file), onProgress: { _ in })
            #expect(receipt == Receipt(bytes: contents.count))
            #expect(await store.data("venus.log") == contents)
        }
    }
}
