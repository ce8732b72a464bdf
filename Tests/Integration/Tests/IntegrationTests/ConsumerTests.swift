import EndpointCompliance
import EndpointController
import Foundation
import Programs
import Testing

/// Tests of packages that depend on this one as the README and the guides say, with their code as programs.
@Suite(.timeLimit(.minutes(20))) struct ConsumerTests {
    /// Writes a package beside the library, and builds it.
    private func build(_ name: String, _ code: String, _ manifest: String, in folder: URL) async throws {
        try write(manifest, to: folder.appending(path: "Package.swift"))
        try write(code, to: folder.appending(path: "Sources/\(name)/main.swift"))
        let output = try await shell("swift build 2>&1", in: folder)
        #expect(!output.contains("warning:"), "\(output)")
        let resolved = folder.appending(path: "Package.resolved")
        #expect(!FileManager.default.fileExists(atPath: resolved.path), "It needs other packages.")
    }

    @Test(
        "Builds and runs the first programs without other packages, and prints their output",
        arguments: [("README.md", "App"), ("Documentation/Guides/getting-started.md", "Books")])
    func firstPrograms(path: String, name: String) async throws {
        try await withTemporaryFolder { folder in
            try await release(in: folder)
            let page = try Page(path)
            let server = try ScriptedServer.books()
            defer { server.stop() }
            let address = server.url().absoluteString
            let shown = "http://127.0.0.1:8080/"

            let program = folder.appending(path: name)
            try await build(name, page.code.replacing(shown, with: address), page.manifest(of: name), in: program)
            let printed = try await shell(".build/debug/\(name)", in: program)
            #expect(printed.replacing(address, with: shown) == page.output)
            #expect(server.requests.count == 1)
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
            let manifest = try Page("README.md").manifest(of: "App").replacing("EndpointController", with: "Endpoint")
            try await build("App", guide.code, manifest, in: app)
            #expect(try await shell(".build/debug/App", in: app) == guide.output)
        }
    }

    @Test func showsCodeInTheFirst15LinesOfTheREADME() throws {
        #expect(try Page("README.md").lines.prefix(15).contains("```swift"))
    }
}
