// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors in this repository's checks, which set `SIGHT_STRICT`, and never in the
/// builds of users: another compiler or system may warn of more.
let isStrict = Context.environment["SIGHT_STRICT"] == "1"
/// The settings of targets that use raw memory: tensors, pixels and C libraries.
let raw: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])
/// The settings of targets that use no raw memory: the compiler warns of each unsafe expression.
let safe: [SwiftSetting] = raw + [.strictMemorySafety()]
let kernels: [CSetting] =
    [.enableWarning("conversion")] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// A codec's system library where its trait is on; Apple's platforms have codecs of their own.
func library(_ name: String, trait: String) -> Target.Dependency {
    .target(
        name: name,
        condition: .when(platforms: [.linux, .android, .windows], traits: [trait]))
}

/// The modules of ML Kit and Firebase ML.
///
/// `Packages` has `Firebase`, `FirebaseMLModelDownloader` and `TensorFlowLite`: packages of other
/// makers have targets of these names, and SwiftPM refuses two targets of one name.
let dropIns = [
    "MLImage", "MLKitVision", "MLKitCommon", "MLKitLinkFirebase", "MLKitObjectDetectionCommon",
    "MLKitObjectDetection", "MLKitObjectDetectionCustom", "MLKitImageLabelingCommon",
    "MLKitImageLabeling", "MLKitImageLabelingCustom", "MLKit", "MediaPipeTasksVision",
    "TensorFlowLiteTaskVision", "FirebaseMLCommon",
    "FirebaseMLModelInterpreter", "FirebaseMLVision", "FirebaseMLVisionObjectDetection",
    "SightFirebaseApp", "SightFirebaseModelDownloader",
]

let package = Package(
    name: "Sight",
    platforms: [.macOS(.v13), .iOS(.v15), .tvOS(.v15), .visionOS(.v1)],
    products: [
        .library(name: "Sight", targets: ["Sight"]),
        .library(name: "SightDefaultModels", targets: ["SightDefaultModels"]),
        .library(name: "SightGeometry", targets: ["SightGeometry"]),
        .library(name: "SightImage", targets: ["SightImage"]),
        .library(name: "SightTracking", targets: ["SightTracking"]),
        .library(name: "SightEvaluation", targets: ["SightEvaluation"]),
        .library(name: "SightImageIO", targets: ["SightImageIO"]),
        .library(name: "SightVideoIO", targets: ["SightVideoIO"]),
        .library(name: "SightPlatform", targets: ["SightPlatform"]),
        .library(name: "SightReports", targets: ["SightReports"]),
        .library(name: "SightServing", targets: ["SightServing"]),
        .library(name: "SightTensor", targets: ["SightTensor"]),
        .library(name: "SightModels", targets: ["SightModels"]),
        .library(name: "SightModelDownload", targets: ["SightModelDownload"]),
        .library(name: "SightTesting", targets: ["SightTesting"]),
        .library(name: "SightTensorFlowLite", targets: ["SightTensorFlowLite"]),
        .library(name: "SightObjectiveC", targets: ["SightObjectiveC"]),
        .executable(name: "sight", targets: ["sight-cli"]),
    ] + dropIns.map { .library(name: $0, targets: [$0]) },
    traits: [
        .trait(name: "JPEG", description: "Read and write JPEG through libjpeg-turbo."),
        .trait(name: "PNG", description: "Read and write PNG through libspng."),
        .trait(name: "WebP", description: "Read WebP through libwebp."),
        .trait(name: "HEIF", description: "Read HEIC and AVIF through libheif."),
        .trait(name: "Video", description: "Read and write video through FFmpeg."),
        .default(enabledTraits: ["JPEG", "PNG", "WebP", "HEIF", "Video"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        // Layer 0
        .target(name: "CSightKernels", cSettings: kernels),
        .target(name: "SightErrors", swiftSettings: safe),
        .target(name: "SightConcurrency", swiftSettings: safe),
        .target(name: "SightTensor", swiftSettings: raw),
        .target(name: "SightGeometry", swiftSettings: safe),
        // Layer 1
        .target(
            name: "SightModelFile", dependencies: ["SightErrors", "SightTensor"],
            swiftSettings: raw),
        .target(
            name: "SightInference",
            dependencies: ["SightConcurrency", "SightModelFile", "SightTensor", "CSightKernels"],
            swiftSettings: raw),
        .target(
            name: "SightCustomOperators",
            dependencies: ["SightInference", "SightModelFile", "SightTensor"],
            swiftSettings: raw),
        .target(
            name: "SightImage",
            dependencies: ["SightErrors", "SightTensor", "SightGeometry", "CSightKernels"],
            swiftSettings: raw),
        .target(
            name: "SightTracking",
            dependencies: ["SightConcurrency", "SightErrors", "SightGeometry"],
            swiftSettings: raw),
        .target(
            name: "SightModels", dependencies: ["SightConcurrency", "SightErrors"],
            swiftSettings: raw),
        // Layer 2
        .target(
            name: "SightEvaluation",
            dependencies: ["SightErrors", "SightGeometry", "SightTracking"],
            swiftSettings: safe),
        .target(
            name: "Sight",
            dependencies: [
                "SightConcurrency", "SightErrors", "SightTensor", "SightGeometry",
                "SightModelFile", "SightInference", "SightCustomOperators", "SightImage",
                "SightTracking", "CSightKernels",
            ],
            swiftSettings: raw),
        // Layer 3
        .target(
            name: "SightReports", dependencies: ["Sight", "SightGeometry"], swiftSettings: safe),
        .target(
            name: "SightServing",
            dependencies: [
                "SightConcurrency", "SightErrors", "SightModelFile", "SightInference",
                "SightCustomOperators", "SightTensor",
            ],
            swiftSettings: raw),
        .target(
            name: "SightTesting", dependencies: ["Sight", "SightImageIO", "SightModels"],
            swiftSettings: raw),
        .target(name: "CSightCurl", cSettings: kernels),
        .target(
            name: "SightModelDownload",
            dependencies: [
                "SightConcurrency", "SightModels",
                .target(name: "CSightCurl", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: raw),
        .target(name: "CSightDefaultModels", exclude: ["models"], cSettings: kernels),
        .target(
            name: "SightDefaultModels", dependencies: ["CSightDefaultModels", "Sight"],
            swiftSettings: raw),
        .systemLibrary(
            name: "CLibJPEG", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
        .systemLibrary(
            name: "CLibPNG", pkgConfig: "spng",
            providers: [.apt(["libspng-dev"]), .brew(["libspng"])]),
        .systemLibrary(
            name: "CLibWebP", pkgConfig: "libwebp",
            providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
        .systemLibrary(
            name: "CLibHEIF",
            providers: [.apt(["libheif-dev"]), .brew(["libheif"])]),
        .target(
            name: "SightImageIO",
            dependencies: [
                "Sight", "SightImage", "SightGeometry",
                library("CLibJPEG", trait: "JPEG"),
                library("CLibPNG", trait: "PNG"),
                library("CLibWebP", trait: "WebP"),
                library("CLibHEIF", trait: "HEIF"),
            ],
            swiftSettings: raw),
        .systemLibrary(
            name: "CLibAV", pkgConfig: "libavutil",
            providers: [
                .apt([
                    "libavformat-dev", "libavcodec-dev", "libswscale-dev", "libavutil-dev",
                    "libavdevice-dev",
                ]), .brew(["ffmpeg"]),
            ]),
        .target(
            name: "SightVideoIO",
            dependencies: [
                "SightConcurrency", "SightErrors", "SightImage", "SightGeometry", "SightTracking",
                .target(
                    name: "SightPlatform",
                    condition: .when(
                        platforms: [.macOS, .iOS, .macCatalyst, .tvOS, .visionOS])),
                library("CLibAV", trait: "Video"),
            ],
            swiftSettings: raw),
        .target(
            name: "SightPlatform",
            dependencies: [
                "Sight", "SightConcurrency", "SightImageIO", "SightImage", "SightTracking",
                "SightGeometry",
            ],
            swiftSettings: raw),
        .target(
            name: "SightDropIn",
            dependencies: [
                "Sight", "SightConcurrency", "SightDefaultModels", "SightErrors", "SightPlatform",
                "SightImage",
                "SightGeometry", "SightModels", "SightModelDownload",
            ],
            swiftSettings: raw),
        .target(
            name: "SightTasks",
            dependencies: [
                "Sight", "SightConcurrency", "SightDropIn", "SightGeometry", "SightPlatform",
            ],
            swiftSettings: raw),
        // Layer 4
        .target(
            name: "SightTensorFlowLite",
            dependencies: [
                "SightConcurrency", "SightModelFile", "SightInference", "SightCustomOperators",
                "SightTensor",
            ],
            swiftSettings: raw),
        .target(
            name: "SightFirebaseApp", dependencies: ["SightConcurrency", "SightDropIn"],
            swiftSettings: raw),
        .target(name: "SightObjectiveC", cSettings: kernels),
        .target(name: "MLImage", dependencies: ["SightPlatform"], swiftSettings: raw),
        .target(
            name: "MLKitVision",
            dependencies: ["MLImage", "SightDropIn", "SightPlatform"], swiftSettings: raw),
        .target(name: "MLKitCommon", dependencies: ["Sight", "SightDropIn"], swiftSettings: raw),
        .target(
            name: "MLKitLinkFirebase", dependencies: ["MLKitCommon", "SightDropIn"],
            swiftSettings: raw),
        .target(
            name: "MLKitObjectDetectionCommon",
            dependencies: [
                "MLKitVision", "MLKitCommon", "Sight", "SightDropIn", "SightPlatform",
            ],
            swiftSettings: raw),
        .target(
            name: "MLKitObjectDetection",
            dependencies: ["MLKitObjectDetectionCommon", "SightDropIn", "Sight"], swiftSettings: raw
        ),
        .target(
            name: "MLKitObjectDetectionCustom",
            dependencies: ["MLKitObjectDetectionCommon", "MLKitCommon", "SightDropIn"],
            swiftSettings: raw),
        .target(
            name: "MLKitImageLabelingCommon",
            dependencies: ["MLKitVision", "MLKitCommon", "Sight", "SightDropIn"],
            swiftSettings: raw),
        .target(
            name: "MLKitImageLabeling", dependencies: ["MLKitImageLabelingCommon"],
            swiftSettings: raw),
        .target(
            name: "MLKitImageLabelingCustom",
            dependencies: ["MLKitImageLabelingCommon", "MLKitCommon", "SightDropIn"],
            swiftSettings: raw),
        .target(
            name: "MLKit",
            dependencies: [
                "MLImage", "MLKitVision", "MLKitCommon", "MLKitLinkFirebase",
                "MLKitObjectDetectionCommon", "MLKitObjectDetection", "MLKitObjectDetectionCustom",
                "MLKitImageLabelingCommon", "MLKitImageLabeling", "MLKitImageLabelingCustom",
            ],
            swiftSettings: raw),
        .target(
            name: "MediaPipeTasksVision",
            dependencies: ["Sight", "SightDropIn", "SightPlatform", "SightTasks"],
            swiftSettings: raw),
        .target(
            name: "TensorFlowLiteTaskVision",
            dependencies: ["MLImage", "MLKitVision", "SightDropIn", "SightTasks"],
            swiftSettings: raw),
        .target(
            name: "FirebaseMLCommon", dependencies: ["SightDropIn", "SightFirebaseApp"],
            swiftSettings: raw),
        .target(
            name: "FirebaseMLModelInterpreter",
            dependencies: [
                "FirebaseMLCommon", "SightConcurrency", "SightDropIn", "SightTensorFlowLite",
            ],
            swiftSettings: raw),
        .target(
            name: "SightFirebaseModelDownloader",
            dependencies: [
                "SightDropIn", "SightFirebaseApp", "SightModels", "SightModelDownload",
            ],
            swiftSettings: raw),
        .target(
            name: "FirebaseMLVision",
            dependencies: [
                "SightConcurrency", "SightDropIn", "SightPlatform", "SightGeometry",
                "SightFirebaseApp",
            ],
            swiftSettings: raw),
        .target(
            name: "FirebaseMLVisionObjectDetection",
            dependencies: ["FirebaseMLVision", "Sight", "SightDropIn", "SightPlatform"],
            swiftSettings: raw),
        // Layer 5
        .executableTarget(
            name: "sight-cli",
            dependencies: [
                "Sight", "SightImage", "SightImageIO", "SightModelFile", "SightInference",
                "SightTensor", "SightTracking", "SightEvaluation", "SightVideoIO",
                "SightGeometry", "SightModels", "SightModelDownload", "SightDefaultModels",
                "SightReports", "SightConcurrency", "SightErrors",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: raw),
        // Tests mirror the targets.
        .target(
            name: "ModelFixtures", dependencies: ["SightTensor"], path: "Tests/ModelFixtures",
            swiftSettings: raw),
        .target(
            name: "AllocationCounter", path: "Tests/AllocationCounter", cSettings: kernels),
        .executableTarget(
            name: "model-installer", dependencies: ["SightModels"], path: "Tests/ModelInstaller",
            swiftSettings: raw),
        .testTarget(
            name: "SightModelsTests",
            dependencies: ["SightConcurrency", "SightModels", "model-installer"],
            swiftSettings: raw),
        .testTarget(
            name: "SightModelDownloadTests",
            dependencies: [
                "SightConcurrency", "SightModelDownload", "SightModels", "ModelFixtures",
            ],
            swiftSettings: raw),
        .testTarget(
            name: "CSightKernelsTests", dependencies: ["CSightKernels", "ModelFixtures"],
            swiftSettings: raw),
        .testTarget(
            name: "SightTensorTests", dependencies: ["SightTensor"], swiftSettings: raw),
        .testTarget(
            name: "SightGeometryTests", dependencies: ["SightGeometry"], swiftSettings: raw),
        .testTarget(
            name: "SightModelFileTests",
            dependencies: ["SightModelFile", "SightTensor", "ModelFixtures"], swiftSettings: raw),
        .testTarget(
            name: "SightInferenceTests",
            dependencies: [
                "SightInference", "SightModelFile", "SightTensor", "ModelFixtures",
                "AllocationCounter",
            ],
            swiftSettings: raw),
        .testTarget(
            name: "SightImageTests",
            dependencies: ["SightImage", "SightGeometry", "SightTensor", "ModelFixtures"],
            swiftSettings: raw),
        .testTarget(
            name: "SightImageIOTests",
            dependencies: [
                "SightImageIO", "SightImage", "SightGeometry", "Sight", "ModelFixtures",
            ],
            swiftSettings: raw),
        .testTarget(
            name: "SightVideoIOTests",
            dependencies: [
                "SightVideoIO", "SightTracking", "SightImage", "SightImageIO", "SightGeometry",
                "ModelFixtures",
                library("CLibAV", trait: "Video"),
            ],
            swiftSettings: raw),
        .testTarget(
            name: "SightTrackingTests",
            dependencies: ["SightTracking", "SightGeometry", "SightTesting"],
            swiftSettings: raw),
        .testTarget(
            name: "SightTestingTests",
            dependencies: ["SightTesting", "Sight", "SightImageIO", "SightModels"],
            swiftSettings: raw),
        .testTarget(
            name: "SightEvaluationTests",
            dependencies: [
                "SightEvaluation", "SightTracking", "SightGeometry", "ModelFixtures",
            ],
            swiftSettings: raw),
        .testTarget(
            name: "SightServingTests",
            dependencies: ["SightServing", "SightTensor", "ModelFixtures"], swiftSettings: raw),
        .testTarget(
            name: "SightTests",
            dependencies: [
                "Sight", "SightConcurrency", "SightImageIO", "SightImage", "SightGeometry",
                "SightInference", "SightModelFile", "SightTensor", "SightTracking",
                "ModelFixtures",
            ],
            swiftSettings: raw),
        .testTarget(
            name: "SightPlatformTests",
            dependencies: [
                "SightPlatform", "Sight", "SightConcurrency", "SightImageIO", "SightImage",
                "SightGeometry", "SightTracking", "AllocationCounter",
            ],
            swiftSettings: raw),
        .testTarget(
            name: "DropInTests",
            dependencies: [
                "MLKit", "MLKitVision", "FirebaseMLCommon", "FirebaseMLModelInterpreter",
                "FirebaseMLVision", "FirebaseMLVisionObjectDetection", "SightFirebaseApp",
                "SightFirebaseModelDownloader", "SightModels", "SightDropIn", "SightTasks",
                "MediaPipeTasksVision", "TensorFlowLiteTaskVision",
                "SightPlatform", "Sight", "SightConcurrency", "SightImage", "SightImageIO",
                "SightTensor", "ModelFixtures", "SightModelDownload",
            ],
            swiftSettings: raw),
        .testTarget(
            name: "SightDefaultModelsTests",
            dependencies: [
                "SightDefaultModels", "Sight", "SightGeometry", "SightImage", "SightImageIO",
                "ModelFixtures",
            ],
            swiftSettings: raw),
        .testTarget(
            name: "SightTensorFlowLiteTests",
            dependencies: [
                "SightTensorFlowLite", "ModelFixtures", "SightInference", "SightTensor",
            ],
            swiftSettings: raw),
        .testTarget(
            name: "sight-cliTests",
            dependencies: [
                "sight-cli", "Sight", "SightImage", "SightImageIO", "SightInference",
                "SightModelFile",
                "SightTensor", "SightVideoIO", "ModelFixtures",
            ],
            swiftSettings: raw),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c17
)

/// The targets that call functions for which the App Store wants reasons, in `PrivacyInfo.xcprivacy`.
let withReasons = [
    "SightModels", "SightModelFile", "SightImageIO", "SightVideoIO", "SightDropIn",
]
for target in package.targets where withReasons.contains(target.name) {
    #if canImport(Darwin)
        target.resources = [.copy("PrivacyInfo.xcprivacy")]
    #else
        target.exclude.append("PrivacyInfo.xcprivacy")
    #endif
}

#if canImport(Darwin)
    // These tests use what the replacements of Apple's types have beyond the real types.
    package.targets.removeAll { $0.name == "SightPlatformTests" }
#else
    // `import UIKit` and the like where there is none; never beside the real modules.
    for name in ["UIKit", "CoreGraphics", "CoreMedia", "CoreVideo", "AVFoundation"] {
        package.products.append(.library(name: name, targets: [name]))
        package.targets.append(
            .target(
                name: name, dependencies: ["SightPlatform"], path: "Sources/Shims/\(name)",
                swiftSettings: raw))
    }
#endif

// Programs are built for macOS and Linux only, but the schemes of Xcode build every target for a
// simulator. Without the command, no two products differ in case only, either.
if Context.environment["SIGHT_COMMAND"] == "0" {
    let programs = ["sight-cli", "sight-cliTests", "model-installer"]
    package.products.removeAll { $0.name == "sight" }
    package.dependencies.removeAll()
    package.targets.removeAll { programs.contains($0.name) }
    for target in package.targets {
        target.dependencies.removeAll { dependency in
            guard case .byNameItem(let name, _) = dependency else { return false }
            return programs.contains(name)
        }
    }
}

// `make docs` needs a plugin that users of the package should not have to resolve.
if Context.environment["SIGHT_DOCUMENTATION"] != nil {
    package.dependencies.append(
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
