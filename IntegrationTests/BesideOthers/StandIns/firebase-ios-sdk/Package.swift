// swift-tools-version: 6.0
import PackageDescription

// A stand-in for firebase-ios-sdk up to version 12, with the targets whose names Sight also uses.
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
