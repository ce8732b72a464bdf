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
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// Returns the manifest of a package: the page shows the whole, or the part that the reader adds to it.
    func manifest(of package: String) -> String {
        let shown = blocks("swift-manifest").joined()
        if shown.contains("import PackageDescription") { return shown }
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(name: "\(package)",
            \(shown))
            """
    }

    private func blocks(_ kind: String) -> [String] {
        text.components(separatedBy: "```\(kind)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }
}
