import Foundation

/// A server in Python, one of the resources of the tests, which prints its port first.
final class PythonServer {
    let port: Int
    private let process = Process()
    private let input = Pipe()
    private var lines: AsyncStream<String>.Iterator

    /// Starts a TLS server with a self-signed certificate.
    ///
    /// If `resets` is true, the server reports the versions of HTTP that the client offers, and resets the connection.
    static func untrusted(resets: Bool = false) async throws -> PythonServer {
        try await PythonServer("untrusted_server", resets ? ["reset"] : [])
    }

    init(_ name: String, _ arguments: [String]) async throws {
        guard let script = Bundle.module.url(forResource: name, withExtension: "py") else {
            throw CocoaError(.fileNoSuchFile)
        }
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path] + arguments
        process.standardInput = input
        process.standardOutput = output
        let (lines, line) = AsyncStream<String>.makeStream()
        Thread.detachNewThread {
            var pending = Data()
            while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
                pending += data
                while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                    line.yield(String(decoding: pending[..<end], as: UTF8.self))
                    pending = Data(pending[(end + 1)...])
                }
            }
            line.finish()
        }
        try process.run()
        self.lines = lines.makeAsyncIterator()
        guard let port = await self.lines.next().flatMap({ Int($0) }) else { throw CocoaError(.executableLoad) }
        self.port = port
    }

    /// Returns the server's next line.
    func nextLine() async -> String? {
        await lines.next(isolation: #isolation)
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
