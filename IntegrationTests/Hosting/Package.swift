// swift-tools-version: 6.2
import PackageDescription

// An app with the lines of the guides about hosted models, and a Sight Host that the tests start.
//
// `make test-host` builds the host in another folder and names it: server packages test with
// `canImport` for modules such as CoreGraphics, so the stand-ins that an app on Linux has for them
// must not be in the same build.
let package = Package(
    name: "Hosting",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "Sight", path: "../.."),
        .package(name: "SightFirebase", path: "../../Packages/Firebase"),
        .package(
            name: "SightFirebaseMLModelDownloader",
            path: "../../Packages/FirebaseMLModelDownloader"),
        .package(name: "SightTensorFlowLite", path: "../../Packages/TensorFlowLite"),
        .package(name: "SightHost", path: "../../Packages/Host"),
        .package(name: "Migration", path: "../Migration"),
    ],
    targets: [
        .testTarget(
            name: "HostingTests",
            dependencies: [
                .product(name: "Firebase", package: "SightFirebase"),
                .product(
                    name: "FirebaseMLModelDownloader",
                    package: "SightFirebaseMLModelDownloader"),
                .product(name: "Guides", package: "Migration"),
                .product(name: "GuideFixtures", package: "Migration"),
                .product(name: "MLKit", package: "Sight"),
                .product(name: "SightModelDownload", package: "Sight"),
                .product(name: "SightModels", package: "Sight"),
                .product(name: "TensorFlowLite", package: "SightTensorFlowLite"),
                .product(name: "SightHostTesting", package: "SightHost"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
