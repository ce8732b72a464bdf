// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let logging = Target.Dependency.product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"]))
let metrics = Target.Dependency.product(
    name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"]))
let tracing = Target.Dependency.product(
    name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"]))
// The products of these three packages that only the tests use.
let observing = [
    ("InMemoryLogging", "swift-log", "Logging"), ("MetricsTestKit", "swift-metrics", "Metrics"),
    ("InMemoryTracing", "swift-distributed-tracing", "Tracing"),
].map { Target.Dependency.product(name: $0, package: $1, condition: .when(traits: [$2])) }
let asyncHTTPClient = [
    ("AsyncHTTPClient", "async-http-client"), ("NIOCore", "swift-nio"), ("NIOHTTP1", "swift-nio"),
    ("NIOHTTPCompression", "swift-nio-extras"),
].map {
    Target.Dependency.product(name: $0, package: $1, condition: .when(traits: ["AsyncHTTPClient"]))
}

// SwiftPM puts the privacy manifest into a resource bundle, which only Apple's systems need.
#if canImport(Darwin)
let privacyManifest: (exclude: [String], resources: [Resource]) = ([], [.copy("PrivacyInfo.xcprivacy")])
#else
let privacyManifest: (exclude: [String], resources: [Resource]) = (["PrivacyInfo.xcprivacy"], [])
#endif

let package = Package(
    name: "Endpoint",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Endpoint", targets: ["Endpoint"]),
        .library(name: "EndpointTransports", targets: ["EndpointTransports"]),
        .library(name: "EndpointController", targets: ["EndpointController"]),
        .library(name: "EndpointPaging", targets: ["EndpointPaging"]),
        .library(name: "EndpointStreaming", targets: ["EndpointStreaming"]),
        .library(name: "EndpointResilience", targets: ["EndpointResilience"]),
        .library(name: "EndpointCache", targets: ["EndpointCache"]),
        .library(name: "EndpointObservability", targets: ["EndpointObservability"]),
        .library(name: "EndpointTesting", targets: ["EndpointTesting"]),
        .library(name: "EndpointCompliance", targets: ["EndpointCompliance"]),
        .library(name: "EndpointAsyncHTTPClient", targets: ["EndpointAsyncHTTPClient"]),
    ],
    // All traits are off by default. SwiftPM does not fetch a package if all traits that need it are off.
    traits: [
        .trait(name: "AsyncHTTPClient", description: "EndpointAsyncHTTPClient: a transport over async-http-client."),
        .trait(name: "Logging", description: "Logging of requests and responses, with swift-log."),
        .trait(name: "Metrics", description: "Metrics of requests, with swift-metrics."),
        .trait(name: "Tracing", description: "A span for each request, with swift-distributed-tracing."),
    ],
    dependencies: [
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.26.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
    ],
    targets: [
        // The layers: each module depends only on the modules below it.
        .target(name: "Endpoint", swiftSettings: settings),
        // Tools that know nothing of requests and calls. No product: programs do not see it.
        .target(name: "EndpointSupport", swiftSettings: settings),
        // libcurl, which is found when a program runs.
        .target(name: "CCurl"),
        .target(
            name: "EndpointTransports",
            dependencies: [
                "Endpoint", "EndpointSupport", .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "EndpointController", dependencies: ["Endpoint", "EndpointSupport", "EndpointTransports"],
            swiftSettings: settings
        ),
        .target(
            name: "EndpointPaging", dependencies: ["Endpoint", "EndpointController", "EndpointSupport"],
            packageAccess: false, swiftSettings: settings
        ),
        .target(
            name: "EndpointStreaming",
            dependencies: ["Endpoint", "EndpointController", "EndpointSupport"],
            exclude: privacyManifest.exclude,
            resources: privacyManifest.resources,
            packageAccess: false,
            swiftSettings: settings
        ),
        .target(
            name: "EndpointResilience", dependencies: ["EndpointController", "EndpointSupport"], packageAccess: false,
            swiftSettings: settings
        ),
        .target(
            name: "EndpointCache", dependencies: ["EndpointSupport", "EndpointTransports"], packageAccess: false,
            swiftSettings: settings),
        .target(
            name: "EndpointObservability",
            dependencies: ["Endpoint", "EndpointController", "EndpointSupport", logging, metrics, tracing],
            packageAccess: false, swiftSettings: settings
        ),
        .target(
            name: "EndpointTesting", dependencies: ["Endpoint", "EndpointController", "EndpointSupport"],
            packageAccess: false, swiftSettings: settings),
        .target(
            name: "EndpointCompliance", dependencies: ["Endpoint", "EndpointSupport", "EndpointTransports"],
            packageAccess: false, swiftSettings: settings),
        .target(
            name: "EndpointAsyncHTTPClient",
            dependencies: ["EndpointSupport", "EndpointTransports"] + asyncHTTPClient,
            packageAccess: false, swiftSettings: settings
        ),
        .target(
            name: "OtherModule",
            dependencies: ["Endpoint"],
            path: "Tests/OtherModule",
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointTests",
            dependencies: ["Endpoint", "OtherModule"],
            resources: [.copy("Resources/url-resolution.json")],
            swiftSettings: settings
        ),
        // Helpers that several test targets share.
        .target(
            name: "TestSupport",
            dependencies: ["EndpointController", "EndpointStreaming", "EndpointSupport", "EndpointTesting"],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointTransportsTests",
            dependencies: ["EndpointController", "EndpointSupport", "EndpointTransports", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointControllerTests",
            dependencies: [
                "EndpointController", "EndpointPaging", "EndpointSupport", "EndpointTesting", "EndpointTransports",
                "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointPagingTests",
            dependencies: ["EndpointPaging", "EndpointTesting", "TestSupport"],
            resources: [.copy("Resources/link-fields.json")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointStreamingTests",
            dependencies: ["EndpointStreaming", "EndpointSupport", "EndpointTesting", "TestSupport"],
            resources: [.copy("Resources")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointResilienceTests",
            dependencies: [
                "EndpointResilience", "EndpointSupport", "EndpointTesting", "EndpointTransports", "TestSupport",
            ],
            resources: [
                .copy("Resources/backoff.json"), .copy("Resources/problem-details.json"),
                .copy("Resources/retry-after.json"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointCacheTests",
            dependencies: ["EndpointCache", "EndpointController", "EndpointSupport", "EndpointTesting", "TestSupport"],
            resources: [.copy("Resources/http-cache.json"), .copy("Resources/http-cache-exceptions.json")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointObservabilityTests",
            dependencies: ["EndpointObservability", "EndpointStreaming", "TestSupport", logging, metrics, tracing]
                + observing,
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointTestingTests",
            dependencies: ["EndpointPaging", "EndpointStreaming", "EndpointSupport", "EndpointTesting", "TestSupport"],
            resources: [.copy("Resources/users.json")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointComplianceTests",
            dependencies: ["EndpointCompliance", "EndpointSupport", "EndpointTransports"],
            swiftSettings: settings
        ),
        // Loads from servers on this machine, over URLSession.
        .testTarget(
            name: "LoopbackTests",
            dependencies: [
                "EndpointCache", "EndpointCompliance", "EndpointController", "EndpointObservability", "EndpointPaging",
                "EndpointResilience", "EndpointStreaming", "EndpointSupport", "EndpointTesting", "TestSupport",
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
