// swift-tools-version: 6.0
import PackageDescription

// A stand-in for LiteRT's Swift package, with the same product and target.
let package = Package(
    name: "LiteRT",
    products: [.library(name: "TensorFlowLite", targets: ["TensorFlowLite"])],
    targets: [.target(name: "TensorFlowLite")]
)
