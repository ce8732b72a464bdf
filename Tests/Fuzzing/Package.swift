// swift-tools-version: 6.2
import PackageDescription

// A separate package, because the fuzzer instruments all that it builds. `make fuzz` calls it.
let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "Endpoint", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "Endpoint", "EndpointCache", "EndpointPaging", "EndpointResilience", "EndpointStreaming",
                "EndpointTesting", "EndpointTransports",
            ].map {
                .product(name: $0, package: "Endpoint")
            },
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                // The fuzzer brings the entry point.
                .unsafeFlags(["-parse-as-library"]),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
