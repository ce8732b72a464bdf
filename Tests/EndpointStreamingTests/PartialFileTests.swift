#if !os(Windows)
import EndpointSupport
import Foundation
import TestSupport
import Testing

@testable import EndpointStreaming
@testable import EndpointTransports

@Suite("PartialFile", .timeLimit(.minutes(1)))
final class PartialFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Another download that created the folder can fail at that moment, and remove the folder.
    @Test("Creates the folder again if it is removed before the file is opened")
    func removedFolder() throws {
        let handle = try PartialFile.openLocked(
            folder.appending(path: "a/.export.zip.partial"), for: folder.appending(path: "a/export.zip"))
        PartialFile.close(handle)
        try #expect(FileManager.default.contentsOfDirectory(atPath: folder.path + "/a") == [".export.zip.partial"])
    }

    @Test("Refuses a second download in the process without the help of a file lock, even through a symbolic link")
    func claim() throws {
        let link = folder.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
        let destination = folder.appending(path: "export.zip")
        let other = link.appending(path: "export.zip")
        do {
            let first = try PartialFile(for: destination, resumes: true)
            // The file lock ends with its file: the next download would create another file.
            try FileManager.default.removeItem(at: folder.appending(path: ".export.zip.partial"))
            for url in [destination, other] {
                #expect(throws: EndpointDownloadError.destinationInUse(url)) {
                    _ = try PartialFile(for: url, resumes: true)
                }
            }
            first.giveUp()
        }
        try PartialFile(for: other, resumes: true).giveUp()
    }

    #if os(macOS) || !canImport(Darwin)
    @Test("Refuses a download whose part is locked, as by another process")
    func lock() throws {
        let part = folder.appending(path: ".export.zip.partial")
        try Data().write(to: part)
        let other = try FileHandle(forWritingTo: part)
        #expect(flock(other.fileDescriptor, LOCK_EX) == 0)
        let destination = folder.appending(path: "export.zip")
        #expect(throws: EndpointDownloadError.destinationInUse(destination)) {
            _ = try PartialFile(for: destination, resumes: true)
        }
    }
    #endif

    @Test("Replaces a part that is a hard link, so that the file with the other name keeps its content")
    func hardLink() throws {
        let other = folder.appending(path: "other")
        try Data("other".utf8).write(to: other)
        let part = folder.appending(path: ".export.zip.partial")
        try FileManager.default.linkItem(at: other, to: part)
        let handle = try PartialFile.openLocked(part, for: folder.appending(path: "export.zip"))
        try handle.write(contentsOf: Data("download".utf8))
        PartialFile.close(handle)
        try #expect(Data(contentsOf: other) == Data("other".utf8))
        try #expect(Data(contentsOf: part) == Data("download".utf8))
    }

    @Test(
        "Continues a file with a part that names no content type, but not with a part of a file of another length",
        arguments: [("bytes 4-7/8", true), ("bytes 4-7/*", true), ("bytes 4-7/9", false), ("bytes 4-6/7", false)])
    func part(range: String, continues: Bool) async throws {
        let ranges = Collected<String?>()
        let transport = Answering { request in
            ranges.append(request.value(forHTTPHeaderField: "Range"))
            let whole = ["Content-Type": "text/plain", "ETag": "\"1\"", "Content-Length": "8"]
            switch ranges.all.count {
            case 1:
                let cut = EndpointTransportError.truncated(URLError(.networkConnectionLost))
                return answer(to: request, fields: whole, chunks: ["four"], end: cut)
            case 2:
                return answer(to: request, 206, fields: ["ETag": "\"1\"", "Content-Range": range], chunks: ["more"])
            default: return answer(to: request, fields: whole, chunks: ["fourmore"])
            }
        }
        let rules = EndpointRules(acceptedContentTypes: ["text/plain"])
        let api = Controller(baseURL: baseURL, transport: transport, rules: rules)
        let file = folder.appending(path: "export.txt")
        let error = await #expect(throws: LoadError.self) {
            try await api.download(RESTEndpoint(path: "log"), to: file)
        }
        #expect(error?.kind == .truncatedResponse)
        try await api.download(RESTEndpoint(path: "log"), to: file)
        #expect(ranges.all == [nil, "bytes=4-"] + (continues ? [] : [nil]))
        try #expect(Data(contentsOf: file) == Data("fourmore".utf8))
    }

    @Test("Frees the thread of its task during a write, because a disk may be slow")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func append() async throws {
        let thread = OneThread()
        nonisolated(unsafe) let file = try PartialFile(for: folder.appending(path: "export.zip"), resumes: false)
        defer { file.giveUp() }
        let hasWritten = Locked(false)
        file.queue.suspend()
        let write = Task(executorPreference: thread) {
            try await file.append(Data("download".utf8))
            hasWritten.withLock { $0 = true }
        }
        // It has its turn on the only thread after the write has begun, and does not get it while the write blocks.
        await Task(executorPreference: thread) { #expect(!hasWritten.withLock { $0 }) }.value
        file.queue.resume()
        try await write.value
        #expect(file.size == 8)
    }
}

/// An executor whose jobs wait for each other, as they do for a thread.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class OneThread: TaskExecutor {
    private let queue = DispatchQueue(label: "OneThread")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
#endif
