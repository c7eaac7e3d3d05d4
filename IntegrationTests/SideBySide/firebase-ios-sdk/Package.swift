// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Firebase",
    products: [.library(name: "FirebaseCore", targets: ["FirebaseCore"])],
    targets: [
        .target(name: "Firebase"),
        .target(name: "FirebaseCore", dependencies: ["Firebase"]),
    ]
)
