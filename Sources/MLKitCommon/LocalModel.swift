public import Foundation
import Sight
package import SightDropIn

/// A model file on the device.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKLocalModel)
#endif
open class LocalModel: NSObject,
    @unchecked Sendable  // an open class; every stored property is a constant
{
    /// The absolute path of the model file.
    public let path: String
    /// The absolute path of the AutoML manifest; `nil` when made from the model's path.
    public let manifestPath: String?

    /// Names a `.tflite` or `.lite` file; nothing is checked before a detector reads it.
    public init(path: String) {
        self.path = path
        manifestPath = nil
    }

    /// Names the model of an AutoML manifest; `nil` when the manifest is missing or invalid.
    ///
    /// - Parameter manifestPath: the absolute path of a JSON file with `modelFile` and
    ///   `labelsFile`, relative to its folder.
    public init?(manifestPath: String) {
        guard let manifest = try? AutoMLManifest(path: manifestPath) else { return nil }
        path = manifest.modelPath
        self.manifestPath = manifestPath
    }

    /// How a detector gets the model.
    package var choice: ModelChoice {
        manifestPath.map { .manifest(path: $0) } ?? .file(path: path)
    }
}
