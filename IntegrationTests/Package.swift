// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "IntegrationTests",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "Endpoint", path: ".."),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .executableTarget(
            name: "ReadBody",
            dependencies: [.product(name: "Endpoint", package: "Endpoint")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "ReadBody",
                .product(name: "Endpoint", package: "Endpoint"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: [.copy("Resources/parse_multipart.py")],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
