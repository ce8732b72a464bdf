// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "Endpoint", path: "..")
    ],
    targets: [
        .executableTarget(
            name: "RequestBuilding",
            dependencies: [.product(name: "Endpoint", package: "Endpoint")],
            swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
        ),
        .executableTarget(
            name: "Loading",
            dependencies: [
                .product(name: "EndpointController", package: "Endpoint"),
                .product(name: "EndpointTesting", package: "Endpoint"),
            ],
            swiftSettings: [.enableUpcomingFeature("ExistentialAny")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
