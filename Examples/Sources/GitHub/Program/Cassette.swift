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

    /// The file that `--record` writes in the repository.
    static let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Resources/github.json")

    /// The `key` of a license is its short name, not a credential.
    static let secrets = CassetteSecrets(harmless: ["key"])
}
