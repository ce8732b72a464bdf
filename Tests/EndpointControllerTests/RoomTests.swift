import Foundation
import Testing

/// Tests of the imports of the rooms, which Documentation/Architecture.md defines.
@Suite struct RoomTests {
    private static let foundation: Set<String> = ["Foundation", "Dispatch"]
    private static let platforms: Set<String> = ["Darwin", "Glibc", "Musl", "Android", "WinSDK"]

    /// The rooms, with inner rooms before outer rooms, and the modules that their files may import.
    private static let rooms: [(folder: String, modules: Set<String>)] = [
        ("Endpoint/", foundation.union(["FoundationNetworking", "ObjectiveC"])),
        ("EndpointController/URLSession/", foundation.union(["Endpoint"]).union(platforms)),
        ("EndpointController/Transfers/", foundation.union(["Endpoint"]).union(platforms)),
        ("EndpointController/", foundation.union(["Endpoint"])),
        ("EndpointResilience/", foundation.union(["Endpoint", "EndpointController"])),
        ("EndpointTesting/", foundation.union(["Endpoint", "EndpointController"])),
        ("EndpointCompliance/", foundation.union(["Endpoint", "EndpointController"]).union(platforms)),
        (
            "EndpointObservability/",
            foundation.union(["Endpoint", "EndpointController", "Logging", "Metrics", "Tracing"])
        ),
        (
            "EndpointAsyncHTTPClient/",
            foundation.union(["Endpoint", "EndpointController", "AsyncHTTPClient"])
                .union(["NIOCore", "NIOHTTP1", "NIOHTTPCompression"])
        ),
    ]

    @Test("Imports only the modules that each room may use")
    func imports() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/")
            .standardized
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path()).filter {
            $0.hasSuffix(".swift")
        }
        try #require(paths.count > 100)
        for path in paths {
            let room = try #require(Self.rooms.first { path.hasPrefix($0.folder) }, "\(path) is in no room")
            for module in try Self.modules(importedBy: sources.appending(path: path)) {
                #expect(room.modules.contains(module), "\(path) imports \(module)")
                let isShared = room.folder.hasPrefix("EndpointController") && Self.platforms.contains(module)
                #expect(!isShared || path.contains("+"), "\(path) is for all platforms, and imports \(module)")
            }
        }
    }

    private static func modules(importedBy file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let index = words.firstIndex(of: "import"), index < 3, words.count > index + 1,
                words[..<index].allSatisfy({ ["public", "package", "internal", "@_exported"].contains($0) })
            else { return nil }
            let name = words[index + 1]
            return String(["struct", "class", "func"].contains(name) ? words[index + 2].prefix { $0 != "." } : name)
        }
    }
}
