// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "Endpoint", path: ".."),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .executableTarget(
            name: "SwitchingServers",
            dependencies: [
                .product(name: "EndpointController", package: "Endpoint"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "TestingYourAPI",
            dependencies: [.product(name: "EndpointController", package: "Endpoint")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TestingYourAPITests",
            dependencies: ["TestingYourAPI", .product(name: "EndpointTesting", package: "Endpoint")],
            resources: [.copy("Resources/books.json"), .copy("Resources/lending.json")],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
