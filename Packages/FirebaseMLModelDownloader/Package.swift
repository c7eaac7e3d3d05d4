// swift-tools-version: 6.2
import PackageDescription

// The module `FirebaseMLModelDownloader`, for code that imports it.
//
// It is a package of its own because SwiftPM refuses two targets of one name in a graph, and
// firebase-ios-sdk has a target of this name up to version 12. An app that depends on such a
// version imports `SightFirebaseModelDownloader` of Sight instead.
let package = Package(
    name: "SightFirebaseMLModelDownloader",
    platforms: [.macOS(.v13), .iOS(.v15), .tvOS(.v15), .visionOS(.v1)],
    products: [
        .library(name: "FirebaseMLModelDownloader", targets: ["FirebaseMLModelDownloader"])
    ],
    dependencies: [.package(name: "Sight", path: "../..")],
    targets: [
        .target(
            name: "FirebaseMLModelDownloader",
            dependencies: [.product(name: "SightFirebaseModelDownloader", package: "Sight")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
    ],
    swiftLanguageModes: [.v6]
)
