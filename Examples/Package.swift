// swift-tools-version: 6.2
import PackageDescription

// Complete programs in the style of real apps, each in one file of less than 80 lines.
let platformModules: [Target.Dependency] = ["UIKit", "AVFoundation", "CoreGraphics"].map {
    .product(name: $0, package: "Sight", condition: .when(platforms: [.linux]))
}

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "Sight", path: ".."),
        .package(name: "SightTensorFlowLite", path: "../Packages/TensorFlowLite"),
    ],
    targets: [
        .executableTarget(
            name: "LiveCamera",
            dependencies: [.product(name: "MLKit", package: "Sight")] + platformModules),
        .executableTarget(
            name: "StillImage",
            dependencies: [.product(name: "MLKit", package: "Sight")] + platformModules),
        .executableTarget(
            name: "AutoMLDetector",
            dependencies: [
                .product(name: "TensorFlowLite", package: "SightTensorFlowLite")
            ] + platformModules),
        .executableTarget(
            name: "Tracking", dependencies: [.product(name: "Sight", package: "Sight")]),
        .executableTarget(
            name: "VideoTracking",
            dependencies: [
                .product(name: "SightDefaultModels", package: "Sight"),
                .product(name: "SightVideoIO", package: "Sight"),
            ]),
        .executableTarget(
            name: "RawPixels",
            dependencies: [.product(name: "SightDefaultModels", package: "Sight")]),
        .executableTarget(
            name: "Server",
            dependencies: [
                .product(name: "Sight", package: "Sight"),
                .product(name: "SightImageIO", package: "Sight"),
            ]),
    ],
    swiftLanguageModes: [.v5]
)
