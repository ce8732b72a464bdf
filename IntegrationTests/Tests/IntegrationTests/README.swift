import Foundation
import Programs
import Testing

/// The code of the README, and what it says that this prints.
struct README {
    private let text: String

    init() throws {
        text = try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)
    }

    private init(text: String) {
        self.text = text
    }

    /// What stands before the controller is imported, and needs no more than requests.
    func partAboutRequests() throws -> README {
        let parts = text.components(separatedBy: "```swift\nimport EndpointController\n")
        try #require(parts.count == 2)
        return README(text: parts[0])
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
