// swift-tools-version: 6.0
import PackageDescription

// Stands in for firebase-ios-sdk up to version 12, with the targets that share a name with one of Sight's.
let package = Package(
    name: "Firebase",
    products: [
        .library(name: "FirebaseCore", targets: ["Firebase", "FirebaseCore"]),
        .library(name: "FirebaseMLModelDownloader", targets: ["FirebaseMLModelDownloader"]),
    ],
    targets: [
        .target(name: "FirebaseCore"),
        .target(name: "Firebase", dependencies: ["FirebaseCore"]),
        .target(name: "FirebaseMLModelDownloader", dependencies: ["FirebaseCore"]),
    ]
)
