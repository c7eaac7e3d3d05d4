import Foundation
import MLKitVision

/// Images, models and guides beside the package; without them, tests are skipped with a message.
public enum Fixtures {
    /// The folder of the fixtures and guides.
    public static let shared: URL = {
        if let path = ProcessInfo.processInfo.environment["SIGHT_SHARED"] {
            return URL(fileURLWithPath: path)
        }
        let package = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
            url.deletingLastPathComponent()
        }
        return package.deletingLastPathComponent().appendingPathComponent("shared")
    }()

    /// Whether the folder exists; prints a line if it does not.
    public static let areAvailable: Bool = {
        let found = FileManager.default.fileExists(atPath: shared.path)
        if !found { print("SKIPPED: \(shared.path) is missing, no snippet is run") }
        return found
    }()

    /// The path of an image or model.
    public static func path(_ name: String) -> String {
        shared.appendingPathComponent("fixtures").appendingPathComponent(name).path
    }

    /// The bytes of a model.
    public static func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path(name)))
    }

    /// An image; empty if it cannot be read.
    public static func image(_ name: String) -> UIImage {
        UIImage(contentsOfFile: path("images/" + name)) ?? UIImage()
    }

    /// An image as the sample buffer of a camera.
    public static func sample(_ name: String, at number: Int = 0) throws -> CMSampleBuffer {
        let source = StillFrameSource([image(name)], frameCount: number + 1)
        for _ in 0..<number { _ = try source.nextFrame() }
        guard let frame = try source.nextFrame() else { throw CocoaError(.fileReadUnknown) }
        return frame
    }

    /// A classifier of birds.
    public static let birdModel = path("models/mlkit/bird.tflite")

    /// Sets the default models to those of the fixtures, unless others are set.
    public static func useDefaultModels() { _ = defaultModels }

    private static let defaultModels: Void = {
        guard ProcessInfo.processInfo.environment["SIGHT_MODELS"] == nil else { return }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sight-migration-\(ProcessInfo.processInfo.processIdentifier)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let models = [
            "localizer": "localizer/object_detection_mobile_object_localizer_v1_1_default_1",
            "classifier": "mlkit/automl_labeler/automl_labeler_model",
        ]
        for (name, model) in models {
            try? FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent(name + ".tflite"),
                withDestinationURL: URL(fileURLWithPath: path("models/\(model).tflite")))
        }
        setenv("SIGHT_MODELS", folder.path, 1)
    }()
}
