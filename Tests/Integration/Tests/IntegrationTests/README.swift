import Foundation
import Programs
import Testing

/// The code of the README, and the output that the README shows for it.
struct README {
    private let text: String

    init() throws {
        text = try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)
    }

    private init(text: String) {
        self.text = text
    }

    /// Returns the part that needs only requests: from the sample that imports only `Endpoint` to the next heading.
    func partAboutRequests() throws -> README {
        let start = "```swift\nimport Endpoint\n"
        let parts = text.components(separatedBy: start)
        try #require(parts.count == 2)
        return README(text: start.appending(parts[1].components(separatedBy: "\n## ")[0]))
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
