// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
let endpoint = Target.Dependency.product(name: "Endpoint", package: "Endpoint")
let cache = Target.Dependency.product(name: "EndpointCache", package: "Endpoint")
let controller = Target.Dependency.product(name: "EndpointController", package: "Endpoint")
let resilience = Target.Dependency.product(name: "EndpointResilience", package: "Endpoint")
let streaming = Target.Dependency.product(name: "EndpointStreaming", package: "Endpoint")
let asyncHTTPClient = [
    ("AsyncHTTPClient", "async-http-client"), ("EndpointAsyncHTTPClient", "Endpoint"), ("NIOCore", "swift-nio"),
    ("NIOFoundationCompat", "swift-nio"), ("NIOHTTP1", "swift-nio"), ("NIOHTTPCompression", "swift-nio-extras"),
].map { Target.Dependency.product(name: $0, package: $1) }

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    products: [.library(name: "AllocationCounter", type: .dynamic, targets: ["AllocationCounter"])],
    dependencies: [
        .package(name: "Endpoint", path: "..", traits: ["AsyncHTTPClient"]),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.26.0"),
    ],
    targets: [
        .target(name: "Measuring", swiftSettings: settings),
        .target(name: "AllocationCounter"),
        .executableTarget(
            name: "RequestBuilding", dependencies: ["Measuring", endpoint, controller], swiftSettings: settings),
        .executableTarget(name: "CountedLoads", dependencies: [controller], swiftSettings: settings),
        .executableTarget(
            name: "Loading",
            dependencies: ["Measuring", controller, streaming] + asyncHTTPClient,
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Caching",
            dependencies: ["Measuring", cache, controller, resilience],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Transfers",
            dependencies: ["Measuring", streaming] + asyncHTTPClient,
            swiftSettings: settings
        ),
        .executableTarget(
            name: "LoopbackServer",
            dependencies: ["NIOCore", "NIOHTTP1", "NIOPosix"].map { .product(name: $0, package: "swift-nio") },
            swiftSettings: settings
        ),
        .executableTarget(name: "Small", dependencies: [endpoint], swiftSettings: settings),
        .executableTarget(name: "SmallByHand", swiftSettings: settings),
        .executableTarget(name: "SmallLoading", dependencies: [controller], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
