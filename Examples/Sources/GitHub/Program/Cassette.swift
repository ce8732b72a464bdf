import EndpointTesting
import Foundation

/// The recorded answers of GitHub, in a file.
enum Cassette {
    /// The file as it was when the program was built.
    static var file: URL {
        get throws {
            guard let file = Bundle.module.url(forResource: "github", withExtension: "json") else {
                throw CocoaError(.fileNoSuchFile)
            }
            return file
        }
    }

    /// The file in the repository, which is recorded anew.
    static let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Resources/github.json")

    /// A license has a `key` that is none: its short name.
    static let secrets = CassetteSecrets(harmless: ["key"])
}
