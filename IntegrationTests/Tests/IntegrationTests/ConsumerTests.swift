import Foundation
import Programs
import EndpointTesting
import Testing

/// A package of a user that depends on this one, with the code of the README as its programs.
@Suite struct ConsumerTests {
    private func manifest(_ library: URL) -> String {
        """
        // swift-tools-version: 6.1
        import PackageDescription

        let requests = Target.Dependency.product(name: "Endpoint", package: "Endpoint")
        let loading = Target.Dependency.product(name: "EndpointController", package: "Endpoint")
        let testing = Target.Dependency.product(name: "EndpointTesting", package: "Endpoint")

        let package = Package(
            name: "Consumer",
            platforms: [.macOS(.v14)],
            dependencies: [.package(url: "\(library.absoluteString)", from: "1.0.0")],
            targets: [
                .executableTarget(name: "Requests", dependencies: [requests]),
                .executableTarget(name: "Loading", dependencies: [loading, testing]),
            ]
        )
        """
    }

    private func shell(_ command: String, in folder: URL) async throws -> String {
        let result = try await run("/bin/sh", ["-e", "-c", command], in: folder)
        try #require(result.status == 0, "\(command)\n\(result.output)\n\(result.errorOutput)")
        return result.output
    }

    private func write(_ text: String, to file: URL) throws {
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Makes the library what a user gets: a repository, with versions.
    private func release(in folder: URL) async throws {
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
    }

    @Test func theREADMECompilesAndPrintsWhatItSaysAndNothingElseIsFetched() async throws {
        try await withTemporaryFolder { folder in
            try await release(in: folder)
            let readme = try README()
            let requests = try readme.partAboutRequests()
            try #require(requests.code != "" && requests.code.count < readme.code.count)
            let server = try ScriptedServer.users()
            defer { server.stop() }
            // All that the README needs of the world is a server where it says that one is.
            let address = server.url("api/").absoluteString
            let staging = "https://staging.example.com/api/"

            let consumer = folder.appending(path: "Consumer")
            try write(manifest(folder.appending(path: "Endpoint")), to: consumer.appending(path: "Package.swift"))
            try write(requests.code, to: consumer.appending(path: "Sources/Requests/main.swift"))
            try write(
                readme.code.replacingOccurrences(of: staging, with: address),
                to: consumer.appending(path: "Sources/Loading/main.swift")
            )

            let output = try await shell("swift build 2>&1", in: consumer)
            #expect(!output.contains("warning:"), "\(output)")
            #expect(try await shell("swift run --skip-build Requests", in: consumer) == requests.output)
            // Its files go where they do not stay.
            let printed = try await shell("TMPDIR='\(folder.path)' .build/debug/Loading", in: consumer)
            #expect(printed.replacingOccurrences(of: address, with: staging) == readme.output)

            struct Resolved: Decodable {
                struct Pin: Decodable { var identity: String }
                var pins: [Pin]
            }
            let resolved = try Data(contentsOf: consumer.appending(path: "Package.resolved"))
            #expect(try JSONDecoder().decode(Resolved.self, from: resolved).pins.map(\.identity) == ["endpoint"])
        }
    }

    @Test func theREADMEShowsCodeByLine15() throws {
        #expect(try README().lines.prefix(15).contains("```swift"))
    }
}
