// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "LiteRT",
    products: [.library(name: "TensorFlowLite", targets: ["TensorFlowLite"])],
    targets: [.target(name: "TensorFlowLite")]
)
