// swift-tools-version: 6.2
import PackageDescription

// Signatures are a package of their own: users of unsigned models never resolve swift-crypto, and
// Apple's platforms never compile it.

/// Warnings are errors in this repository's checks, which set `SIGHT_STRICT`, and never in the
/// builds of users: another compiler or system may warn of more.
let isStrict = Context.environment["SIGHT_STRICT"] == "1"
let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
    name: "SightSigning",
    platforms: [.macOS(.v13), .iOS(.v15), .tvOS(.v15), .visionOS(.v1)],
    products: [
        .library(name: "SightModelSigning", targets: ["SightModelSigning"]),
        .executable(name: "sight-sign", targets: ["sight-sign"]),
    ],
    dependencies: [
        .package(name: "Sight", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    ],
    targets: [
        .target(
            name: "SightModelSigning",
            dependencies: [
                .product(name: "SightModels", package: "Sight"),
                .product(
                    name: "Crypto", package: "swift-crypto",
                    condition: .when(platforms: [.linux, .android, .windows])),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "sight-sign",
            dependencies: [
                "SightModelSigning",
                .product(name: "SightModelDownload", package: "Sight"),
                .product(name: "SightModels", package: "Sight"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "SightModelSigningTests",
            dependencies: [
                "SightModelSigning", "sight-sign",
                .product(name: "SightModels", package: "Sight"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// The App Store wants reasons for what `SigningKey` asks about its file.
for target in package.targets where target.name == "SightModelSigning" {
    #if canImport(Darwin)
        target.resources = [.copy("PrivacyInfo.xcprivacy")]
    #else
        target.exclude.append("PrivacyInfo.xcprivacy")
    #endif
}
