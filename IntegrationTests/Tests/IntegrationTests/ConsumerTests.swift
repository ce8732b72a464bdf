import Foundation
import Programs
import Testing

/// A package of a user that depends on Endpoint, with the code of the README as its program.
@Suite struct ConsumerTests {
    /// The fenced blocks of a kind in the README.
    private func blocks(_ kind: String) throws -> [String] {
        let readme = try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)
        return readme.components(separatedBy: "```\(kind)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    private func shell(_ command: String, in folder: URL) async throws -> String {
        let result = try await run("/bin/sh", ["-e", "-c", command], in: folder)
        try #require(result.status == 0, "\(command)\n\(result.output)\n\(result.errorOutput)")
        return result.output
    }

    @Test func theREADMECompilesAndPrintsWhatItSaysAndNothingElseIsFetched() async throws {
        try await withTemporaryFolder { folder in
            // The library as a user gets it: from a repository, by its version.
            _ = try await shell(
                """
                mkdir Endpoint
                git -C '\(repository.path)' ls-files -z --cached --others --exclude-standard |
                    tar -C '\(repository.path)' --null -T - -cf - | tar -C Endpoint -xf -
                cd Endpoint
                git init --quiet
                git add --all
                git -c user.name=Test -c user.email=test@example.com commit --quiet --message Release
                git tag 1.0.0
                """,
                in: folder
            )
            let consumer = folder.appending(path: "Consumer")
            let sources = consumer.appending(path: "Sources/Consumer")
            try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
            try Data(
                """
                // swift-tools-version: 6.1
                import PackageDescription

                let package = Package(
                    name: "Consumer",
                    platforms: [.macOS(.v14)],
                    dependencies: [.package(url: "file://\(folder.path)/Endpoint", from: "1.0.0")],
                    targets: [
                        .executableTarget(name: "Consumer", dependencies: [.product(name: "Endpoint", package: "Endpoint")])
                    ]
                )
                """.utf8
            ).write(to: consumer.appending(path: "Package.swift"))
            let code = try blocks("swift")
            try #require(code.count >= 3)
            try Data(code.joined(separator: "\n").utf8).write(to: sources.appending(path: "main.swift"))

            let output = try await shell("swift build 2>&1", in: consumer)
            #expect(!output.contains("warning:"), "\(output)")
            let printed = try await shell("swift run --skip-build Consumer", in: consumer)
            #expect(printed == (try blocks("console").joined()))

            struct Resolved: Decodable {
                struct Pin: Decodable { var identity: String }
                var pins: [Pin]
            }
            let resolved = try Data(contentsOf: consumer.appending(path: "Package.resolved"))
            #expect(try JSONDecoder().decode(Resolved.self, from: resolved).pins.map(\.identity) == ["endpoint"])
        }
    }

    @Test func theREADMEShowsCodeByLine15() throws {
        let readme = try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).prefix(15).contains("```swift"))
    }
}
