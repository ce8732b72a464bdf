import EndpointCompliance
import EndpointController
import Foundation
import Programs
import Testing

/// Tests of packages that depend on this one as the README says, with the README's code as their programs.
@Suite struct ConsumerTests {
    /// The manifest that the README shows, except for the location of the library.
    private func manifest(_ readme: README, _ library: URL) throws -> String {
        let address = "https://example.com/Endpoint.git"
        try #require(readme.manifest.contains(address))
        return readme.manifest.replacingOccurrences(of: address, with: library.absoluteString)
    }

    /// Writes a package and builds it.
    private func build(_ code: String, _ manifest: String, in folder: URL) async throws {
        try write(manifest, to: folder.appending(path: "Package.swift"))
        try write(code, to: folder.appending(path: "Sources/App/main.swift"))
        let output = try await shell("swift build 2>&1", in: folder)
        #expect(!output.contains("warning:"), "\(output)")
        #expect(try pins(of: folder) == ["endpoint"])
    }

    @Test func buildsTheREADMEAndPrintsItsOutputWithoutOtherPackages() async throws {
        try await withTemporaryFolder { folder in
            try await release(in: folder)
            let library = folder.appending(path: "Endpoint")
            let readme = try README()
            let server = try ScriptedServer.users()
            defer { server.stop() }
            // The README needs only a server at its base URL.
            let address = server.url("api/").absoluteString
            let staging = "https://staging.example.com/api/"

            let app = folder.appending(path: "App")
            let code = readme.code.replacingOccurrences(of: staging, with: address)
            try await build(code, try manifest(readme, library), in: app)
            let printed = try await shell(".build/debug/App", in: app)
            #expect(printed.replacingOccurrences(of: address, with: staging) == readme.output)
        }
    }

    @Test func buildsTheRequestsOfTheREADMEWithEndpointAlone() async throws {
        try await withTemporaryFolder { folder in
            try await release(in: folder)
            let readme = try README()
            let requests = try readme.partAboutRequests()
            try #require(requests.code != "" && requests.code.count < readme.code.count)

            let app = folder.appending(path: "App")
            let manifest = try manifest(readme, folder.appending(path: "Endpoint"))
                .replacingOccurrences(of: "EndpointController", with: "Endpoint")
            // The other parts of the README import Foundation.
            try await build("import Foundation\n" + requests.code, manifest, in: app)
            #expect(try await shell(".build/debug/App", in: app) == requests.output)
        }
    }

    @Test func showsCodeInTheFirst15LinesOfTheREADME() throws {
        #expect(try README().lines.prefix(15).contains("```swift"))
    }
}
