// swift-tools-version: 6.2
import PackageDescription

// An app that takes Sight beside packages with products and targets of the same names: LiteRT's own
// `TensorFlowLite`, and firebase-ios-sdk, which has a target `Firebase`. The two packages here are
// stand-ins with those names and next to nothing in them.
let package = Package(
    name: "SideBySide",
    platforms: [.macOS(.v13), .iOS(.v15)],
    dependencies: [
        .package(name: "Sight", path: "../.."),
        .package(path: "LiteRT"),
        .package(path: "firebase-ios-sdk"),
    ],
    targets: [
        .executableTarget(
            name: "Client",
            dependencies: [
                .product(
                    name: "TensorFlowLite", package: "Sight",
                    moduleAliases: ["TensorFlowLite": "SightTensorFlowLite"]),
                .product(name: "TensorFlowLite", package: "LiteRT"),
                .product(name: "FirebaseCore", package: "firebase-ios-sdk"),
                .product(name: "FirebaseMLCommon", package: "Sight"),
            ])
    ]
)
