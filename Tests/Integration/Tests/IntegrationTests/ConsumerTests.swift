import EndpointCompliance
import EndpointController
import Foundation
import Programs
import Testing

/// Tests of packages that depend on this one as the README says, with the README's code as their programs.
@Suite(.timeLimit(.minutes(20))) struct ConsumerTests {
    /// The manifest that the README shows, except for the location of the library.
    private func manifest(_ readme: Page, _ library: URL) throws -> String {
        let address = try #require(readme.manifest.firstMatch(of: /https:[^"]*\.git/))
        return readme.manifest.replacing(address.output, with: library.absoluteString)
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
            let readme = try Page("README.md")
            let server = try ScriptedServer.users()
            defer { server.stop() }
            // The README needs only a server at its base URL.
            let address = server.url().absoluteString
            let live = "https://api.example.com/"

            let app = folder.appending(path: "App")
            let code = readme.code.replacingOccurrences(of: live, with: address)
            try await build(code, try manifest(readme, library), in: app)
            let printed = try await shell(".build/debug/App", in: app)
            #expect(printed.replacingOccurrences(of: address, with: live) == readme.output)
            #if os(Linux)
            // The program loads over libcurl: URLSession would send this field.
            #expect(server.requests.allSatisfy { $0.field("User-Agent") == nil })
            #endif
        }
    }

    @Test func buildsTheRequestsOfAGuideWithEndpointAlone() async throws {
        try await withTemporaryFolder { folder in
            try await release(in: folder)
            let guide = try Page("Documentation/Guides/composing-providers.md")

            let app = folder.appending(path: "App")
            let manifest = try manifest(try Page("README.md"), folder.appending(path: "Endpoint"))
                .replacingOccurrences(of: "EndpointController", with: "Endpoint")
            try await build(guide.code, manifest, in: app)
            #expect(try await shell(".build/debug/App", in: app) == guide.output)
        }
    }

    @Test func showsCodeInTheFirst15LinesOfTheREADME() throws {
        #expect(try Page("README.md").lines.prefix(15).contains("```swift"))
    }
}
