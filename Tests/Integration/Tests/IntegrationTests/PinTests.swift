import Foundation
import Programs
import Testing

/// Tests of the packages that SwiftPM fetches for a user: the library, and the packages of the traits that are on.
@Suite(.timeLimit(.minutes(20))) struct PinTests {
    struct Consumer: CustomTestStringConvertible, Sendable {
        var product: String
        var traits: [String] = []
        /// The packages that are pinned in addition to the library.
        var pins: [String] = []

        var testDescription: String { "\(product), \(traits)" }

        func manifest(_ library: URL) -> String {
            let options = traits.isEmpty ? "" : ", traits: \(traits)"
            return """
                // swift-tools-version: 6.2
                import PackageDescription

                let package = Package(
                    name: "Consumer",
                    platforms: [.macOS(.v14)],
                    dependencies: [.package(url: "\(library.absoluteString)", from: "0.1.0"\(options))],
                    targets: [
                        .executableTarget(
                            name: "App", dependencies: [.product(name: "\(product)", package: "Endpoint")])
                    ]
                )
                """
        }
    }

    @Test(arguments: [
        Consumer(product: "Endpoint"),
        Consumer(product: "EndpointTransports"),
        Consumer(product: "EndpointController"),
        Consumer(product: "EndpointPaging"),
        Consumer(product: "EndpointStreaming"),
        Consumer(product: "EndpointResilience"),
        Consumer(product: "EndpointCache"),
        Consumer(product: "EndpointTesting"),
        Consumer(product: "EndpointCompliance"),
        Consumer(product: "EndpointAsyncHTTPClient"),
        Consumer(product: "EndpointObservability"),
        Consumer(product: "EndpointObservability", traits: ["Logging"], pins: ["swift-log"]),
        Consumer(product: "EndpointObservability", traits: ["Metrics"], pins: ["swift-metrics"]),
        Consumer(product: "EndpointObservability", traits: ["Tracing"], pins: ["swift-distributed-tracing"]),
    ])
    func fetchesOnlyThePackagesOfEnabledTraits(consumer: Consumer) async throws {
        try await withTemporaryFolder { folder in
            try await release(in: folder)
            let package = folder.appending(path: "Consumer")
            try write(
                consumer.manifest(folder.appending(path: "Endpoint")), to: package.appending(path: "Package.swift"))
            try write("", to: package.appending(path: "Sources/App/main.swift"))
            _ = try await shell("swift package resolve 2>&1", in: package)
            #expect(try pins(of: package) == ["endpoint"] + consumer.pins)
        }
    }
}
