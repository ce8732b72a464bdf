import EndpointTesting
import Foundation
import Programs
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

            #expect(try pins(of: consumer) == ["endpoint"])
        }
    }

    @Test func theREADMEShowsCodeByLine15() throws {
        #expect(try README().lines.prefix(15).contains("```swift"))
    }
}
