import Foundation
import Programs
import Testing

/// Runs a command that must succeed.
///
/// - Returns: The output of the command.
func shell(_ command: String, in folder: URL) async throws -> String {
    let result = try await run("/bin/sh", ["-e", "-c", command], in: folder)
    try #require(result.status == 0, "\(command)\n\(result.output)\n\(result.errorOutput)")
    return result.output
}

/// Writes a file, and creates its folder if it does not exist.
func write(_ text: String, to file: URL) throws {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
}

/// Copies the library into a repository with a version, as a user gets it.
func release(in folder: URL) async throws {
    _ = try await shell(
        """
        mkdir Endpoint
        git -C '\(repository.path)' ls-files -z --cached --others --exclude-standard |
            tar -C '\(repository.path)' --null -T - -cf - | tar -C Endpoint -xf -
        cd Endpoint
        git init --quiet
        git add --all
        git -c user.name=Test -c user.email=test@example.com commit --quiet --message Release
        git tag 0.1.0
        """,
        in: folder
    )
}

/// Returns the names of the packages that a package has fetched.
func pins(of package: URL) throws -> [String] {
    struct Resolved: Decodable {
        struct Pin: Decodable { var identity: String }
        var pins: [Pin]
    }
    let resolved = try Data(contentsOf: package.appending(path: "Package.resolved"))
    return try JSONDecoder().decode(Resolved.self, from: resolved).pins.map(\.identity).sorted()
}
