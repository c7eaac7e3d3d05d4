// swift-tools-version: 6.0
import PackageDescription

// Stands in for LiteRT's Swift package, with its product and its target.
let package = Package(
    name: "LiteRT",
    products: [.library(name: "TensorFlowLite", targets: ["TensorFlowLite"])],
    targets: [.target(name: "TensorFlowLite")]
)
