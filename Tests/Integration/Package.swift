// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Integration",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Endpoint", path: "../..", traits: ["AsyncHTTPClient", "Logging", "Metrics", "Tracing"]),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.26.0"),
    ],
    targets: [
        .executableTarget(
            name: "ReadBody",
            dependencies: ["Programs", .product(name: "Endpoint", package: "Endpoint")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "Programs",
                "ReadBody",
                .product(name: "Endpoint", package: "Endpoint"),
                .product(name: "EndpointAsyncHTTPClient", package: "Endpoint"),
                .product(name: "EndpointCompliance", package: "Endpoint"),
                .product(name: "EndpointController", package: "Endpoint"),
                .product(name: "EndpointObservability", package: "Endpoint"),
                // No test imports it, but Scripts/library.py expects all modules here.
                .product(name: "EndpointPaging", package: "Endpoint"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.copy("Resources/parse_multipart.py")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "LoadMuch",
            dependencies: [
                "Programs",
                .product(name: "EndpointAsyncHTTPClient", package: "Endpoint"),
                .product(name: "EndpointCache", package: "Endpoint"),
                .product(name: "EndpointCompliance", package: "Endpoint"),
                .product(name: "EndpointController", package: "Endpoint"),
                .product(name: "EndpointStreaming", package: "Endpoint"),
            ],
            swiftSettings: settings
        ),
        // Compares the declarations of CCurl with the installed headers.
        .target(
            name: "CurlHeader",
            dependencies: [.product(name: "EndpointTransports", package: "Endpoint")]
        ),
        // Loads over libcurl, and exits, forks or handles signals meanwhile.
        .executableTarget(
            name: "CurlProcess",
            dependencies: [
                "Programs",
                .product(name: "EndpointCompliance", package: "Endpoint"),
                .product(name: "EndpointController", package: "Endpoint"),
                .product(name: "EndpointStreaming", package: "Endpoint"),
                .product(name: "EndpointTransports", package: "Endpoint"),
            ],
            swiftSettings: settings
        ),
        // Prints the promises that each transport keeps itself.
        .executableTarget(
            name: "Compliance",
            dependencies: [
                "Transports",
                .product(name: "EndpointCompliance", package: "Endpoint"),
                .product(name: "EndpointTransports", package: "Endpoint"),
            ],
            swiftSettings: settings
        ),
        // The transports that are checked.
        .target(
            name: "Transports",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "EndpointAsyncHTTPClient", package: "Endpoint"),
                .product(name: "EndpointTransports", package: "Endpoint"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
            ],
            swiftSettings: settings
        ),
        // Runs programs, and measures the memory that they use.
        .target(name: "Programs", swiftSettings: settings),
        .testTarget(
            name: "TransportTests",
            dependencies: [
                "CurlHeader",
                "CurlProcess",
                "LoadMuch",
                "Programs",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                "Transports",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "EndpointAsyncHTTPClient", package: "Endpoint"),
                .product(name: "EndpointCache", package: "Endpoint"),
                .product(name: "EndpointCompliance", package: "Endpoint"),
                .product(name: "EndpointController", package: "Endpoint"),
                .product(name: "EndpointResilience", package: "Endpoint"),
                .product(name: "EndpointStreaming", package: "Endpoint"),
                .product(name: "EndpointTesting", package: "Endpoint"),
            ],
            resources: [.copy("Resources/trusted_server.py"), .copy("Resources/untrusted_server.py")],
            swiftSettings: settings
        ),
        // The promises that a controller keeps over each transport.
        .testTarget(
            name: "PromiseTests",
            dependencies: [
                "Programs",
                "Transports",
                .product(name: "EndpointCompliance", package: "Endpoint"),
                .product(name: "EndpointController", package: "Endpoint"),
                .product(name: "EndpointStreaming", package: "Endpoint"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "MainActorTests",
            dependencies: [.product(name: "Endpoint", package: "Endpoint")],
            // As in new Xcode projects.
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]
        ),
    ],
    swiftLanguageModes: [.v6]
)
