// swift-tools-version: 6.2
import PackageDescription

// Sight Host is a package of its own: users of the library never resolve a server or a database.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "SightHost",
    platforms: [.macOS(.v14)],
    products: [
        .executable(name: "sight-host", targets: ["sight-host"]),
        .library(name: "SightHostTesting", targets: ["SightHostTesting"]),
    ],
    dependencies: [
        .package(name: "Sight", path: "../.."),
        .package(name: "SightServerSupport", path: "../ServerSupport"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "SightModelServer",
            dependencies: [
                .product(name: "Sight", package: "Sight"),
                .product(name: "SightImageIO", package: "Sight"),
                .product(name: "SightModels", package: "Sight"),
                .product(name: "SightServerSupport", package: "SightServerSupport"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [
                .embedInCode("Console/index.html"), .embedInCode("Console/console.js"),
                .embedInCode("Console/chart.js"), .embedInCode("Console/console.css"),
            ],
            swiftSettings: settings),
        .target(
            name: "SightHostTesting",
            dependencies: [
                .product(name: "SightModelDownload", package: "Sight"),
                .product(name: "SightServerTesting", package: "SightServerSupport"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "SightModelServerTests",
            dependencies: [
                "SightModelServer", "SightHostTesting", "sight-host",
                .product(name: "SightModelDownload", package: "Sight"),
                .product(name: "SightModels", package: "Sight"),
                .product(name: "SightServerTesting", package: "SightServerSupport"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "sight-host",
            dependencies: [
                "SightModelServer",
                .product(name: "SightServerSupport", package: "SightServerSupport"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
