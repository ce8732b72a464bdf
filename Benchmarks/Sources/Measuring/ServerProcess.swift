public import Foundation

/// The program `LoopbackServer`, in a separate process, so that it takes no thread from the measured code.
public final class ServerProcess {
    /// The URL of the server.
    public let url: URL

    private let process = Process()

    /// Starts the server that was built beside this program.
    ///
    /// - Throws: An error of the system if the program cannot be started, or `CocoaError` if it does not print a URL.
    public init() throws {
        let output = Pipe()
        let program = URL(fileURLWithPath: CommandLine.arguments[0])
        process.executableURL = program.deletingLastPathComponent().appending(path: "LoopbackServer")
        process.standardOutput = output
        // The server ends when this pipe closes, however this process ends.
        process.standardInput = Pipe()
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let url = URL(string: line.trimmingCharacters(in: .newlines)) else { throw CocoaError(.fileReadUnknown) }
        self.url = url
    }

    /// Ends the server.
    public func stop() {
        process.terminate()
    }
}
