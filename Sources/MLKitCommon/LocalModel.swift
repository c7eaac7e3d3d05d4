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
    /// The absolute path of the AutoML manifest; `nil` for a model without a manifest.
    public let manifestPath: String?

    /// Makes a local model from a `.tflite` or `.lite` file, which is checked when it is loaded.
    ///
    /// The file is mapped while the model is in use. Replace it by a rename, such as with
    /// `Data.write(to:options:)` and `.atomic`, never in place: a file that becomes shorter ends
    /// the process.
    public init(path: String) {
        self.path = path
        manifestPath = nil
    }

    /// Makes a local model from an AutoML manifest; `nil` if the manifest is missing or invalid.
    ///
    /// - Parameter manifestPath: the absolute path of a JSON file with `modelFile` and
    ///   `labelsFile`, relative to its folder.
    public init?(manifestPath: String) {
        guard let manifest = try? AutoMLManifest(path: manifestPath) else { return nil }
        path = manifest.modelPath
        self.manifestPath = manifestPath
    }

    /// The choice of the model for a detector's configuration.
    package var choice: ModelChoice {
        manifestPath.map { .manifest(path: $0) } ?? .file(path: path)
    }
}
