// swift-tools-version: 6.2
import PackageDescription

// An app with the Swift snippets of the guides for ML Kit, Firebase ML Vision and AutoML models.
// Warnings are no errors here, and the language version is that of the guides' time.
let package = Package(
    name: "Migration",
    platforms: [.macOS(.v13)],
    products: [
        .library(name: "Guides", targets: ["Guides"]),
        .library(name: "GuideFixtures", targets: ["GuideFixtures"]),
    ],
    dependencies: [
        .package(name: "Sight", path: "../.."),
        .package(name: "SightFirebase", path: "../../Packages/Firebase"),
        .package(name: "SightTensorFlowLite", path: "../../Packages/TensorFlowLite"),
        .package(
            name: "SightFirebaseMLModelDownloader",
            path: "../../Packages/FirebaseMLModelDownloader"),
    ],
    targets: [
        .target(
            name: "Guides",
            dependencies: [
                .product(name: "MLKit", package: "Sight"),
                .product(name: "Firebase", package: "SightFirebase"),
                .product(name: "TensorFlowLite", package: "SightTensorFlowLite"),
                .product(name: "UIKit", package: "Sight", condition: .when(platforms: [.linux])),
                .product(
                    name: "AVFoundation", package: "Sight", condition: .when(platforms: [.linux])),
                .product(
                    name: "CoreGraphics", package: "Sight", condition: .when(platforms: [.linux])),
            ]),
        .target(
            name: "GuideFixtures", dependencies: [.product(name: "MLKitVision", package: "Sight")]),
        .target(
            name: "TaskLibrarySample",
            dependencies: [
                .product(name: "TensorFlowLiteTaskVision", package: "Sight"),
                .product(name: "UIKit", package: "Sight", condition: .when(platforms: [.linux])),
            ]),
        .target(
            name: "MediaPipeSample",
            dependencies: [
                .product(name: "MediaPipeTasksVision", package: "Sight"),
                .product(name: "UIKit", package: "Sight", condition: .when(platforms: [.linux])),
            ]),
        .target(
            name: "LabelingSample",
            dependencies: [
                .product(name: "MLKit", package: "Sight"),
                .product(name: "UIKit", package: "Sight", condition: .when(platforms: [.linux])),
            ]),
        .testTarget(
            name: "MigrationTests",
            dependencies: [
                "Guides", "GuideFixtures", "TaskLibrarySample", "MediaPipeSample", "LabelingSample",
                .product(name: "TensorFlowLite", package: "SightTensorFlowLite"),
                .product(
                    name: "FirebaseMLModelDownloader", package: "SightFirebaseMLModelDownloader"),
                .product(
                    name: "AVFoundation", package: "Sight", condition: .when(platforms: [.linux])),
            ]),
    ],
    swiftLanguageModes: [.v5]
)
