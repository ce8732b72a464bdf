import Foundation
import Measuring

/// Runs every transfer in turn, round after round, each in a separate process.
enum TransferRounds {
    struct Failed: Error {
        let way: String
    }

    static func measure(_ count: Int) throws {
        let server = try ServerProcess()
        defer { server.stop() }
        for (direction, transfers) in Transfer.all {
            defer { try? FileManager.default.removeItem(at: Transfer.file) }
            try prepare(direction)
            let name = "\(direction) of 500 MB"
            var seconds = transfers.map { Series(name, way: $0.name, unit: "s", values: []) }
            var memory = transfers.map { Series(name, way: $0.name, unit: "MiB", values: []) }
            for round in 0..<count {
                for index in Rounds.order(of: transfers.count, in: round) {
                    // Freeing the space of an existing file takes time too.
                    if direction == "download" { try? FileManager.default.removeItem(at: Transfer.file) }
                    let figures = try run(direction, transfers[index], server.url)
                    seconds[index].values.append(figures[0])
                    memory[index].values.append(figures[1] / 1_048_576)
                }
            }
            for series in seconds + memory { try series.write() }
        }
    }

    /// Creates the file to upload, so that the system has it in its cache.
    private static func prepare(_ direction: String) throws {
        guard direction == "upload" else { return }
        let handle = try Transfer.newFile()
        for _ in 0..<500 { try handle.write(contentsOf: Data(repeating: 0x2E, count: 1_000_000)) }
        try handle.close()
    }

    /// Returns the seconds that a transfer took, and the bytes by which memory grew.
    private static func run(_ direction: String, _ transfer: Transfer, _ url: URL) throws -> [Double] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [direction, transfer.name, url.absoluteString]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let figures = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard process.terminationStatus == 0, figures.count == 2 else { throw Failed(way: transfer.name) }
        return figures
    }
}
