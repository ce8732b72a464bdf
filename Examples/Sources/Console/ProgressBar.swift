package import EndpointController
import Foundation

/// The progress of a download or an upload: a bar that grows on a terminal, and a line at the end everywhere else.
///
/// `@unchecked Sendable`: all mutable state is accessed with `lock` held.
package final class ProgressBar: @unchecked Sendable {
    private static let width = 40

    private let lock = NSLock()
    private var line = ""
    private var hasEnded = false

    package init() {}

    @Sendable package func show(_ progress: EndpointProgress) {
        lock.withLock {
            if hasEnded { return }
            line = "\(Self.bar(progress.fraction ?? 0)) \(progress.completed / 1_024) KiB"
            // Each state overwrites the one before, and the last one stays.
            if Terminal.isInteractive { Terminal.write("\r\(line)", .green) }
            if progress.completed == progress.total { endLine() }
        }
    }

    /// Ends the bar as it is, because no more progress will arrive.
    package func breakOff() {
        lock.withLock {
            if !hasEnded { endLine() }
        }
    }

    private func endLine() {
        hasEnded = true
        Terminal.print(Terminal.isInteractive ? "" : line)
    }

    private static func bar(_ fraction: Double) -> String {
        let filled = Int(fraction * Double(width))
        let marks = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        return "[\(marks)] \(Int(fraction * 100))%"
    }
}
