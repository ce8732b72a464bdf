// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let cache = Target.Dependency.product(name: "EndpointCache", package: "Endpoint")
let compliance = Target.Dependency.product(name: "EndpointCompliance", package: "Endpoint")
let controller = Target.Dependency.product(name: "EndpointController", package: "Endpoint")
let observability = Target.Dependency.product(name: "EndpointObservability", package: "Endpoint")
let paging = Target.Dependency.product(name: "EndpointPaging", package: "Endpoint")
let resilience = Target.Dependency.product(name: "EndpointResilience", package: "Endpoint")
let streaming = Target.Dependency.product(name: "EndpointStreaming", package: "Endpoint")
let testing = Target.Dependency.product(name: "EndpointTesting", package: "Endpoint")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let flyingSocks = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")

// The service on Hummingbird, in the folder Server, is a separate package, because it needs many other packages.
let package = Package(
    name: "Examples",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "Endpoint", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .executableTarget(
            name: "SwitchingServers",
            dependencies: ["Console", "Loopback", controller, observability, paging, streaming, flyingFox],
            exclude: ["README.md"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "GitHub",
            // A program without a cassette does not need EndpointTesting.
            dependencies: ["Console", controller, paging, testing],
            exclude: ["README.md"],
            resources: [.copy("Resources/github.json")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Giphy",
            dependencies: ["Console", "Loopback", controller, paging, flyingFox],
            exclude: ["README.md"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Downloads",
            dependencies: ["Console", "Loopback", controller, streaming, flyingFox],
            exclude: ["README.md"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Resilience",
            dependencies: ["Console", "Loopback", cache, controller, resilience, flyingFox],
            exclude: ["README.md"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SigningRequests",
            dependencies: ["Console", "Loopback", controller, crypto, resilience, flyingFox],
            exclude: ["README.md"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "ExtendingEndpoint",
            dependencies: ["Console", "Loopback", controller, flyingFox],
            exclude: ["README.md"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "StreamingEvents",
            dependencies: ["Console", "Loopback", controller, streaming, flyingFox, flyingSocks],
            exclude: ["README.md"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "TestingYourAPI",
            // The tested library needs only EndpointController; the program shows what the tests do.
            dependencies: ["Console", controller, testing],
            exclude: ["README.md"],
            swiftSettings: settings
        ),
        // The output of the examples, and their exit status.
        .target(name: "Console", dependencies: [controller], swiftSettings: settings),
        // Servers on this machine, for the examples that would otherwise need a remote server.
        .target(name: "Loopback", dependencies: [flyingFox, flyingSocks], swiftSettings: settings),
        .testTarget(name: "ConsoleTests", dependencies: ["Console"], swiftSettings: settings),
        .testTarget(name: "GitHubTests", dependencies: ["GitHub", paging, testing], swiftSettings: settings),
        .testTarget(name: "GiphyTests", dependencies: ["Giphy", "Loopback", paging, testing], swiftSettings: settings),
        .testTarget(
            name: "DownloadsTests",
            dependencies: ["Downloads", "Loopback", streaming, testing],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ResilienceTests", dependencies: ["Resilience", "Loopback", resilience], swiftSettings: settings),
        .testTarget(
            name: "SigningRequestsTests",
            dependencies: ["SigningRequests", controller, crypto, resilience, testing],
            resources: [.copy("Resources/sigv4.json")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ExtendingEndpointTests",
            dependencies: ["ExtendingEndpoint", compliance, controller, testing],
            swiftSettings: settings
        ),
        .testTarget(
            name: "StreamingEventsTests",
            dependencies: ["StreamingEvents", "Loopback", streaming, testing],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TestingYourAPITests",
            dependencies: ["TestingYourAPI", testing],
            resources: [.copy("Resources/books.json"), .copy("Resources/lending.json")],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
