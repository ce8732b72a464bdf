// swift-tools-version: 6.1
// Swift 6.1 resolves all dependencies, even if their traits are off, and some dependencies need Swift 6.2. So this
// manifest has no traits and no products behind traits. `make check-distribution` compares it with `Package.swift`.
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// SwiftPM puts the privacy manifest into a resource bundle, which only Apple's systems need.
#if canImport(Darwin)
let privacyManifest: (exclude: [String], resources: [Resource]) = ([], [.copy("PrivacyInfo.xcprivacy")])
#else
let privacyManifest: (exclude: [String], resources: [Resource]) = (["PrivacyInfo.xcprivacy"], [])
#endif

let package = Package(
    name: "Endpoint",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Endpoint", targets: ["Endpoint"]),
        .library(name: "EndpointController", targets: ["EndpointController"]),
        .library(name: "EndpointResilience", targets: ["EndpointResilience"]),
        .library(name: "EndpointTesting", targets: ["EndpointTesting"]),
        .library(name: "EndpointCompliance", targets: ["EndpointCompliance"]),
    ],
    targets: [
        .target(name: "Endpoint", swiftSettings: settings),
        .target(
            name: "EndpointController",
            dependencies: ["Endpoint"],
            exclude: privacyManifest.exclude,
            resources: privacyManifest.resources,
            swiftSettings: settings
        ),
        .target(name: "EndpointTesting", dependencies: ["Endpoint", "EndpointController"], swiftSettings: settings),
        .target(
            name: "EndpointCompliance",
            dependencies: ["Endpoint", "EndpointController"],
            swiftSettings: settings
        ),
        .target(name: "EndpointResilience", dependencies: ["Endpoint", "EndpointController"], swiftSettings: settings),
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
        .target(
            name: "TestSupport",
            dependencies: ["EndpointController"],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointControllerTests",
            dependencies: ["EndpointController", "EndpointTesting", "TestSupport"],
            resources: [.copy("Resources/link-fields.json"), .copy("EventStreams/Resources")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointComplianceTests",
            dependencies: ["EndpointCompliance", "EndpointTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointResilienceTests",
            dependencies: ["EndpointResilience", "EndpointTesting", "TestSupport"],
            resources: [
                .copy("Resources/http-cache.json"), .copy("Resources/http-cache-exceptions.json"),
                .copy("Resources/backoff.json"), .copy("Resources/problem-details.json"),
                .copy("Resources/retry-after.json"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndpointTestingTests",
            dependencies: ["EndpointTesting"],
            resources: [.copy("Resources/users.json")],
            swiftSettings: settings
        ),
        // Loads from servers on this machine, over URLSession.
        .testTarget(
            name: "LoopbackTests",
            dependencies: [
                "EndpointCompliance", "EndpointController", "EndpointResilience", "EndpointTesting",
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
