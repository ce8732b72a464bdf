import Console
import EndpointStreaming
import Foundation

/// The steps of the program.
struct Tour {
    private let controller: EndpointController<EndpointDefaultServerError>
    private let folder: URL
    /// The files of the server, to compare with the transferred files.
    private let store: FileStore

    init(server: FilesServer, folder: URL, store: FileStore) throws {
        controller = EndpointController(baseURL: try server.url, middleware: [RequestLine()])
        self.folder = folder
        self.store = store
    }

    func run() async throws {
        try await Example.step("A download whose connection breaks off", breakOff)
        try await Example.step("The same download, resumed", resume)
        try await Example.step("An upload", upload)
    }

    private func breakOff() async throws {
        let bar = ProgressBar()
        do {
            try await download(bar)
        } catch .truncatedResponse(_, let error) {
            bar.breakOff()
            Terminal.print("→ \(error.localizedDescription)", .yellow)
            // The part that has arrived is kept under other names, so that it is not mistaken for the whole file.
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
            Terminal.print("→ in the folder: \(names.joined(separator: ", "))", .yellow)
            try WrongAnswer.unless(names, is: [".mars.log.partial", ".mars.log.partial.json"])
            return
        } catch {
            throw error
        }
        throw MissingFailure()
    }

    private func resume() async throws {
        let head = try await download(ProgressBar())
        // Partial content: the server has sent only the missing part of the file.
        try WrongAnswer.unless(head.statusCode, is: 206)
        try await WrongAnswer.unless(Data(contentsOf: destination), is: store.data("mars.log"))
        Terminal.print("→ status \(head.statusCode), and \(destination.lastPathComponent) is whole", .green)
    }

    private func upload() async throws {
        let file = folder.appending(path: "venus.log")
        let contents = Sample.longLog(of: "venus")
        try contents.write(to: file)
        let receipt = try await controller.upload(
            FilesAPI.replace("venus.log", with: file),
            onProgress: ProgressBar().show)
        try WrongAnswer.unless(receipt.bytes, is: contents.count)
        try await WrongAnswer.unless(store.data("venus.log"), is: contents)
        Terminal.print("→ the server has \(receipt.bytes) bytes", .green)
    }

    private var destination: URL { folder.appending(path: "mars.log") }

    @discardableResult
    private func download(
        _ bar: ProgressBar
    ) async throws(EndpointError<EndpointDefaultServerError>) -> EndpointResponseHead {
        try await controller.download(FilesAPI.contents(of: "mars.log"), to: destination, onProgress: bar.show)
    }
}
