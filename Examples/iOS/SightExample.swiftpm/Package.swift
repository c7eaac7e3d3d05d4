// swift-tools-version: 6.0
import AppleProductTypes
import PackageDescription

// An app that Xcode opens and runs as it is: `open Examples/iOS/SightExample.swiftpm`.
let package = Package(
    name: "SightExample",
    platforms: [.iOS("16.0")],
    products: [
        .iOSApplication(
            name: "SightExample", targets: ["App"], bundleIdentifier: "org.example.sight",
            displayVersion: "1.0", bundleVersion: "1",
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [.portrait],
            capabilities: [
                .camera(purposeString: "The app marks the objects that the camera sees.")
            ])
    ],
    dependencies: [.package(name: "Sight", path: "../../..")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [
                .product(name: "Sight", package: "Sight"),
                .product(name: "SightDefaultModels", package: "Sight"),
                .product(name: "SightPlatform", package: "Sight"),
                .product(name: "MLKit", package: "Sight"),
            ],
            path: ".")
    ]
)
