// swift-tools-version: 6.2
import PackageDescription

// A user of the core products alone: check.sh proves that no image, video or HTTP library comes
// with them.
let package = Package(
    name: "CoreLinkage",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Sight", path: "../..")],
    targets: [
        .executableTarget(
            name: "CoreLinkage",
            dependencies: [
                .product(name: "Sight", package: "Sight"),
                .product(name: "SightTensorFlowLite", package: "Sight"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
