import Foundation
import Programs
import Testing

/// Tests of the code that the library adds to a program.
@Suite(.timeLimit(.minutes(20))) struct ProgramSizeTests {
    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "Consumer",
            platforms: [.macOS(.v14)],
            dependencies: [.package(path: "../Endpoint")],
            targets: [
                .executableTarget(name: "Empty"),
                .executableTarget(name: "Make", dependencies: [.product(name: "Endpoint", package: "Endpoint")]),
                .executableTarget(
                    name: "Load", dependencies: [.product(name: "EndpointController", package: "Endpoint")]),
            ]
        )
        """

    // On Linux, a program has a transport over libcurl beside the one over `URLSession`. Alamofire adds 1,116 KB.
    @Test("Adds at most 480 KB to a program that makes a request, and 1,210 KB, without pages and elements, for a load")
    func addedSize() async throws {
        try await withTemporaryFolder { folder in
            try await release(in: folder)
            let package = folder.appending(path: "Consumer")
            try write(Self.manifest, to: package.appending(path: "Package.swift"))
            try write("import Foundation\nprint(Date())\n", to: package.appending(path: "Sources/Empty/main.swift"))
            // The programs whose sizes Benchmarks measures.
            for (name, source) in [("Make", "Small"), ("Load", "SmallLoading")] {
                let main = repository.appending(path: "Benchmarks/Sources/\(source)/main.swift")
                try write(
                    String(contentsOf: main, encoding: .utf8), to: package.appending(path: "Sources/\(name)/main.swift")
                )
            }
            _ = try await shell("swift build --configuration release 2>&1", in: package)

            let symbols = try await shell("nm .build/release/Load", in: package)
            #expect(symbols.contains("EndpointController"))
            #expect(!symbols.contains("EndpointPaging"))
            #expect(!symbols.contains("EndpointStreaming"))
            let empty = try await size(of: "Empty", in: package)
            for (name, limit) in [("Make", 480_000), ("Load", 1_210_000)] {
                let added = try await size(of: name, in: package) - empty
                #expect(added < limit, "The library adds \(added) bytes to \(name).")
            }
        }
    }

    /// Returns the size of a program without its symbols, in bytes.
    private func size(of program: String, in package: URL) async throws -> Int {
        _ = try await shell("strip -o \(program) .build/release/\(program)", in: package)
        return try #require(package.appending(path: program).resourceValues(forKeys: [.fileSizeKey]).fileSize)
    }
}
