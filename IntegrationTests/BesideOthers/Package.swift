// swift-tools-version: 6.2
import PackageDescription

// An app that depends on Sight, LiteRT and firebase-ios-sdk. The latter two have targets with the
// same names as packages in `Packages`. Both are stand-ins here.
let package = Package(
    name: "BesideOthers",
    platforms: [.macOS(.v13), .iOS(.v15)],
    dependencies: [
        .package(name: "Sight", path: "../.."),
        .package(path: "StandIns/LiteRT"),
        .package(path: "StandIns/firebase-ios-sdk"),
    ],
    targets: [
        .executableTarget(
            name: "BesideOthers",
            dependencies: [
                .product(name: "SightTensorFlowLite", package: "Sight"),
                .product(name: "FirebaseMLCommon", package: "Sight"),
                .product(name: "FirebaseMLModelInterpreter", package: "Sight"),
                .product(name: "FirebaseMLVisionObjectDetection", package: "Sight"),
                .product(name: "TensorFlowLite", package: "LiteRT"),
                .product(name: "FirebaseCore", package: "firebase-ios-sdk"),
                .product(name: "FirebaseMLModelDownloader", package: "firebase-ios-sdk"),
            ],
            path: "Sources/Client")
    ],
    swiftLanguageModes: [.v6]
)
