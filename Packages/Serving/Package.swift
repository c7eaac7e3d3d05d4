// swift-tools-version: 6.2
import PackageDescription

// The inference service is a package of its own: users of the library never resolve a server.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "SightServe",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "sight-serve", targets: ["sight-serve"])],
    dependencies: [
        .package(name: "Sight", path: "../.."),
        .package(name: "SightServerSupport", path: "../ServerSupport"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.38.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.0"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CLibZ", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CMalloc"),
        .target(name: "OpenInference", swiftSettings: settings),
        .target(
            name: "SightInferenceServer",
            dependencies: [
                "CLibZ", "CMalloc", "OpenInference",
                .product(name: "Sight", package: "Sight"),
                .product(name: "SightDefaultModels", package: "Sight"),
                .product(name: "SightImageIO", package: "Sight"),
                .product(name: "SightServerSupport", package: "SightServerSupport"),
                .product(name: "SightReports", package: "Sight"),
                .product(name: "SightServing", package: "Sight"),
                .product(name: "SightTensor", package: "Sight"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [
                .embedInCode("Page/index.html"), .embedInCode("Page/page.js"),
                .embedInCode("Page/page.css"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "sight-serve",
            dependencies: [
                "SightInferenceServer",
                .product(name: "SightServerSupport", package: "SightServerSupport"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "OpenInferenceTests", dependencies: ["OpenInference"], swiftSettings: settings),
        .testTarget(
            name: "SightInferenceServerTests",
            dependencies: [
                "OpenInference", "SightInferenceServer", "sight-serve",
                .product(name: "Sight", package: "Sight"),
                .product(name: "SightImageIO", package: "Sight"),
                .product(name: "SightServerSupport", package: "SightServerSupport"),
                .product(name: "SightServerTesting", package: "SightServerSupport"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
