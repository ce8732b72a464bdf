import EndpointCompliance
import Foundation

/// A table of promises by transport, followed by the broken promises.
///
/// The transports that may break promises come first. The transports that have to keep all promises come last.
struct Report {
    private static let width = 100

    let results: [Results]
    let isColored: Bool

    var text: String {
        let checkedLast =
            results.reversed().filter { $0.candidate.kind != .checked }
            + results.filter { $0.candidate.kind == .checked }
        return (table + checkedLast.flatMap(faults)).joined(separator: "\n")
    }

    private var table: [String] {
        let label = TransportPromise.allCases.map(\.description.count).max() ?? 0
        return [padded("", label) + results.map { "  " + padded($0.candidate.name, column($0)) }.joined()]
            + TransportPromise.allCases.map { promise in
                padded(promise.description, label)
                    + results.map { "  " + cell(isKept(promise, $0), column($0)) }.joined()
            }
    }

    /// Returns the width of a column; the last column needs no space after it.
    private func column(_ result: Results) -> Int {
        result.candidate.name == results.last?.candidate.name ? 0 : max(result.candidate.name.count, "broken".count)
    }

    private func isKept(_ promise: TransportPromise, _ result: Results) -> Bool {
        zip(ComplianceCheck.all, result.outcomes).allSatisfy { $0.promise != promise || $1 == .passed }
    }

    private func cell(_ isKept: Bool, _ width: Int) -> String {
        let text = padded(isKept ? "kept" : "broken", width)
        return isColored ? "\u{1B}[\(isKept ? 32 : 31)m\(text)\u{1B}[0m" : text
    }

    /// Returns the faults of a transport, promise by promise.
    private func faults(of result: Results) -> [String] {
        let faults = zip(ComplianceCheck.all, result.outcomes).filter { $0.1 != .passed }
        let count = result.outcomes.count
        guard !faults.isEmpty else { return ["", "\(result.candidate.name): all \(count) checks passed."] }
        var lines = ["", "\(result.candidate.name): \(faults.count) of \(count) checks failed."]
        for promise in TransportPromise.allCases {
            let ofPromise = faults.filter { $0.0.promise == promise }
            if !ofPromise.isEmpty { lines += ["", "  \(promise)"] }
            for (check, outcome) in ofPromise {
                if result.candidate.kind == .checked {
                    // A single line is easy to find in the output of CI.
                    lines.append("    ✘ \(check.name): \(outcome.text)")
                } else {
                    lines += wrapped("- \(check.name)", indented: 4) + wrapped(outcome.text, indented: 8)
                }
            }
        }
        return lines
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Breaks a text into lines that are no wider than the terminal, between words if possible.
    private func wrapped(_ text: String, indented: Int) -> [String] {
        let indentation = String(repeating: " ", count: indented)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            var word = word
            if !line.isEmpty, line.count + 1 + word.count > Self.width - indented {
                lines.append(line)
                line = ""
            }
            while word.count > Self.width - indented {
                lines.append(String(word.prefix(Self.width - indented)))
                word = word.dropFirst(Self.width - indented)
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return (lines + [line]).map { indentation + $0 }
    }
}
