import EndpointTesting
import Foundation

/// A server in a process of its own, so that it takes no thread from what is measured.
final class Server {
    let url: URL
    private let process = Process()

    init() throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["serve"]
        process.standardOutput = output
        process.standardInput = Pipe()
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let url = URL(string: line.trimmingCharacters(in: .newlines)) else { throw CocoaError(.fileReadUnknown) }
        self.url = url
    }

    func stop() {
        process.terminate()
    }

    /// Answers every request with a user, until the process is ended or its parent goes.
    static func serve() throws {
        let body = #"{"id":867,"name":"Ada Lovelace","team":"R&D"}"#
        let server = try ScriptedServer(isRecording: false) { _, connection in
            connection.respond("200 OK", ["Content-Type: application/json"], body: body)
        }
        FileHandle.standardOutput.write(Data("\(server.url().absoluteString)\n".utf8))
        _ = FileHandle.standardInput.readDataToEndOfFile()
    }
}
