// swift-tools-version: 6.2
import PackageDescription

// The umbrella module `Firebase` of Firebase 6, for code that says `import Firebase`.
//
// It is a package of its own because SwiftPM refuses two targets of one name in a graph, and
// firebase-ios-sdk has a target `Firebase`. An app that also depends on firebase-ios-sdk imports
// the modules by name instead.
let package = Package(
    name: "SightFirebase",
    platforms: [.macOS(.v13), .iOS(.v15), .tvOS(.v15), .visionOS(.v1)],
    products: [.library(name: "Firebase", targets: ["Firebase"])],
    dependencies: [.package(name: "Sight", path: "../..")],
    targets: [
        .target(
            name: "Firebase",
            dependencies: [
                .product(name: "FirebaseMLCommon", package: "Sight"),
                .product(name: "FirebaseMLModelInterpreter", package: "Sight"),
                .product(name: "FirebaseMLVision", package: "Sight"),
                .product(name: "FirebaseMLVisionObjectDetection", package: "Sight"),
                .product(name: "SightFirebaseApp", package: "Sight"),
            ],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
    ],
    swiftLanguageModes: [.v6]
)
