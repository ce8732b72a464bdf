import Foundation
import Programs

/// The code of a page of the documentation, and the output that the page shows for it.
struct Page {
    private let text: String

    init(_ path: String) throws {
        text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    }

    var code: String { blocks("swift").joined(separator: "\n") }
    var output: String { blocks("console").joined() }
    var manifest: String { blocks("swift-manifest").joined() }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    private func blocks(_ kind: String) -> [String] {
        text.components(separatedBy: "```\(kind)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }
}
