import Foundation

/// Standard output, in colour if it is a terminal, unless `NO_COLOR` is set.
package enum Terminal {
    package enum Style: Int {
        case bold = 1, dim = 2, green = 32, yellow = 33, cyan = 36
    }

    /// Indicates whether the output is a terminal, where a line can be replaced.
    package static let isInteractive = isatty(FileHandle.standardOutput.fileDescriptor) == 1

    /// Indicates whether to print in colour: only on a terminal, and not if `NO_COLOR` is set to a text that is not
    /// empty (<https://no-color.org>).
    private static let hasColor: Bool = {
        let noColor = ProcessInfo.processInfo.environment["NO_COLOR"] ?? ""
        return noColor.isEmpty && isInteractive
    }()

    package static func print(_ text: String, _ style: Style? = nil) {
        write("\(text)\n", style)
    }

    /// Writes without a buffer, so that a pipe receives each line before the next request is sent, and before any
    /// error.
    package static func write(_ text: String, _ style: Style? = nil) {
        let styled = style.flatMap { hasColor ? "\u{1B}[\($0.rawValue)m\(text)\u{1B}[0m" : nil } ?? text
        FileHandle.standardOutput.write(Data(styled.utf8))
    }

    package static func printError(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}
