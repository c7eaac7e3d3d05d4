package import Foundation

/// Files that `Scripts/set-up/samples.sh` fetches from Python packages into `.samples/`.
///
/// `make test` fetches them. Tests that need a missing sample are skipped.
package enum Samples {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The address of a sample, such as `models/mediapipe/hand_recrop.tflite`.
    package static func url(_ path: String) -> URL {
        package.appendingPathComponent(".samples").appendingPathComponent(path)
    }

    /// Whether a sample was fetched.
    package static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: url(path).path)
    }

    /// The address of a model that is embedded in the product, such as `localizer.tflite`.
    package static func embeddedModel(_ name: String) -> URL {
        package.appendingPathComponent("Sources/CSightDefaultModels/models")
            .appendingPathComponent(name)
    }
}
