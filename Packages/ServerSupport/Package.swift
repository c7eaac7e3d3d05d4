// swift-tools-version: 6.2
import PackageDescription

// The shared parts of the servers: metrics, logs, TLS files, child processes and test support.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "SightServerSupport",
    platforms: [.macOS(.v14)],
    products: [
        .library(name: "SightServerSupport", targets: ["SightServerSupport"]),
        .library(name: "SightServerTesting", targets: ["SightServerTesting"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    ],
    targets: [
        .target(
            name: "SightServerSupport",
            dependencies: [
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: settings),
        .target(name: "SightServerTesting", swiftSettings: settings),
        .testTarget(
            name: "SightServerSupportTests",
            dependencies: [
                "SightServerSupport", "SightServerTesting",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
