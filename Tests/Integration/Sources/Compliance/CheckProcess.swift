import EndpointCompliance
import Foundation

/// Runs a check in a separate process, because the check may crash, hang, or measure the memory of the process.
enum CheckProcess {
    /// The exit status of a process whose check found a fault and printed it.
    static let failureStatus: Int32 = 3

    /// Runs the check in this process, and ends the process.
    static func run(_ check: ComplianceCheck, _ candidate: Candidate) async -> Never {
        do {
            // The parent process detects a hang.
            try await check.run(against: candidate.transport, timeLimit: candidate.timeLimit + .seconds(5))
            exit(0)
        } catch {
            print(error.reason)
            exit(failureStatus)
        }
    }

    /// Starts a process, and waits until it ends or the time limit passes.
    static func outcome(_ arguments: [String], timeLimit: Duration) async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Endpoint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Use files, because an unread pipe fills up and blocks the process.
        let files = ["output", "error"].map { folder.appending(path: $0) }
        for file in files { try Data().write(to: file) }
        let handles = try files.map { try FileHandle(forWritingTo: $0) }
        // Foundation on Linux keeps them open, and cannot start a process when more than about 1,300 files are open.
        defer { for handle in handles { try? handle.close() } }

        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = arguments
        // The check only detects a crash, and needs no backtrace. Files that the process leaves behind are removed
        // with the folder.
        let environment = ["SWIFT_BACKTRACE": "enable=no", "TMPDIR": folder.path]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = handles[0]
        process.standardError = handles[1]
        process.standardInput = FileHandle.nullDevice
        let hasEnded = AsyncStream<Bool>.makeStream()
        process.terminationHandler = { _ in hasEnded.continuation.yield(true) }
        try process.run()
        // No event reports that a process hangs.
        let alarm = Task {
            try await Task.sleep(for: timeLimit)
            hasEnded.continuation.yield(false)
        }
        defer { alarm.cancel() }
        var events = hasEnded.stream.makeAsyncIterator()
        guard await events.next() == true else {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            _ = await events.next()
            return .hung
        }
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return outcome(process, texts[0], texts[1])
    }

    private static func outcome(_ process: Process, _ output: String, _ errorOutput: String) -> Outcome {
        let text = output.trimmingCharacters(in: .whitespacesAndNewlines)
        switch (process.terminationReason, process.terminationStatus) {
        case (.exit, 0): return .passed
        case (.exit, failureStatus): return .failed(text)
        default:
            let line = errorOutput.split(separator: "\n").first { $0.contains("atal error") }
            return .crashed(line.map { String($0) } ?? "\(process.terminationReason) \(process.terminationStatus)")
        }
    }
}
