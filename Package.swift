// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Endpoint",
    // The oldest systems whose `URL(string:)` follows RFC 3986 as Linux does.
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Endpoint", targets: ["Endpoint"]),
        .library(name: "EndpointController", targets: ["EndpointController"]),
    ],
    targets: [
        .target(name: "Endpoint", swiftSettings: settings),
        .target(name: "EndpointController", dependencies: ["Endpoint"], swiftSettings: settings),
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
        .testTarget(
            name: "EndpointControllerTests",
            dependencies: ["EndpointController"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
