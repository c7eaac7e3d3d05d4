// swift-tools-version: 6.2
import PackageDescription

// A client of the core products only: check.sh proves that they link no image, video or HTTP
// library.
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
