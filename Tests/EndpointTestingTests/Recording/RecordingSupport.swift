import EndpointTesting
import Foundation
import TestSupport
import Testing

/// A folder for cassettes, which is removed after the test.
final class Cassettes {
    let folder: URL
    let file: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        file = folder.appending(path: "users.json")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    var text: String {
        get throws { try String(contentsOf: file, encoding: .utf8) }
    }

    /// Writes a cassette by hand.
    func write(_ text: String) throws {
        try Data(text.utf8).write(to: file)
    }

    /// Records the responses that a closure loads from a stub, and returns the result of the closure.
    func record<Result>(
        _ stub: StubTransport,
        hiding secrets: CassetteSecrets = CassetteSecrets(),
        _ load: (any EndpointTransport) async throws -> Result
    ) async throws -> Result {
        let recording = RecordingTransport(stub, to: file, hiding: secrets)
        let result = try await load(recording)
        try recording.save()
        return result
    }
}

/// Returns the outcome of a request: the status and the body, or the text of the error.
func outcome(of request: URLRequest, over transport: some EndpointTransport) async -> String {
    do {
        let response = try await transport.send(request)
        var text = "\(response.statusCode) "
        do {
            for try await chunk in response.body { text += String(decoding: chunk, as: UTF8.self) }
            return text
        } catch {
            return "\(text) \(error)"
        }
    } catch {
        return "\(error)"
    }
}
