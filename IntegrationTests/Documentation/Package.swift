// swift-tools-version: 6.2
import PackageDescription

// An app with the Swift blocks of README and Documentation; extract.py writes its sources.
let package = Package(
    name: "Documentation",
    platforms: [.macOS(.v13), .iOS(.v15)],
    dependencies: [.package(name: "Sight", path: "../..")],
    targets: [
        .target(
            name: "Blocks",
            dependencies: [
                .product(name: "Sight", package: "Sight"),
                .product(name: "SightDefaultModels", package: "Sight"),
                .product(name: "SightImageIO", package: "Sight"),
                .product(name: "SightVideoIO", package: "Sight"),
                .product(name: "SightModels", package: "Sight"),
                .product(name: "SightModelDownload", package: "Sight"),
                .product(name: "SightTesting", package: "Sight"),
                .product(name: "SightServing", package: "Sight"),
                .product(name: "SightTensorFlowLite", package: "Sight"),
                .product(name: "MLKit", package: "Sight"),
                .product(name: "MLKitCommon", package: "Sight"),
                .product(name: "MLKitObjectDetectionCustom", package: "Sight"),
                .product(name: "FirebaseMLVisionObjectDetection", package: "Sight"),
            ],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
    ],
    swiftLanguageModes: [.v6]
)
