// swift-tools-version: 6.2
import PackageDescription

// The module `TensorFlowLite`, for code that says `import TensorFlowLite`.
//
// It is a package of its own because SwiftPM refuses two targets of one name in a graph, and
// LiteRT's Swift package has a target of this name. An app that also depends on LiteRT imports
// `SightTensorFlowLite` of Sight instead.
let package = Package(
    name: "SightTensorFlowLite",
    platforms: [.macOS(.v13), .iOS(.v15), .tvOS(.v15), .visionOS(.v1)],
    products: [.library(name: "TensorFlowLite", targets: ["TensorFlowLite"])],
    dependencies: [.package(name: "Sight", path: "../..")],
    targets: [
        .target(
            name: "TensorFlowLite",
            dependencies: [.product(name: "SightTensorFlowLite", package: "Sight")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
    ],
    swiftLanguageModes: [.v6]
)
