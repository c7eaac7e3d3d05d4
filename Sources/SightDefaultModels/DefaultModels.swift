import CSightDefaultModels
import Foundation
public import Sight

/// The models that come with Sight: no file has to be there when they are loaded.
///
/// `localizer.tflite` finds objects of any kind, `classifier.tflite` tells the five categories of
/// ``CoarseCategory`` apart. A folder with files of these names replaces one or both.
///
/// - Source: trained by `Training/`; the model cards are in `Documentation/models/`.
public struct DefaultModels: Sendable {
    /// The environment variable that names a folder with other models.
    public static let folderVariable = "SIGHT_MODELS"

    private let folder: URL?

    /// Chooses the embedded models, or those of a folder where it has them.
    ///
    /// - Parameter folder: the folder; that of ``folderVariable`` when `nil`.
    public init(folder: String? = nil) {
        let name = folder ?? ProcessInfo.processInfo.environment[Self.folderVariable]
        self.folder = name.flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }
    }

    /// The model that finds objects of any kind.
    public var localizer: ModelFile {
        file("localizer.tflite") ?? ModelFile(data: Data(embedded: sight_default_localizer()))
    }

    /// The model that names the coarse category of a part of a picture.
    public var classifier: ModelFile {
        file("classifier.tflite") ?? ModelFile(data: Data(embedded: sight_default_classifier()))
    }

    /// How ``localizer`` is read: nothing below the lowest score at which it still sees nothing in
    /// plain colours, gradients, stripes and noise.
    public static var localizerOptions: LocalizerOptions {
        var options = LocalizerOptions()
        options.scoreThreshold = 0.35
        return options
    }

    /// How ``classifier`` is read: the best category only, none for unknown things, and with a
    /// little of what is around an object, as in training.
    public static var classifierOptions: ClassifierOptions {
        var options = ClassifierOptions()
        options.maximumLabelCount = 1
        options.unknownLabel = "Unknown"
        options.regionScale = 1.5
        return options
    }

    /// Loads the localizer.
    ///
    /// - Throws: `DetectionError` with code `invalidModel` for a replaced file that is none.
    public func makeLocalizer(options: LocalizerOptions = Self.localizerOptions)
        throws(DetectionError) -> Localizer
    {
        try Localizer(localizer, options: options)
    }

    /// Loads the classifier.
    ///
    /// - Throws: `DetectionError` with code `invalidModel` for a replaced file that is none.
    public func makeClassifier(options: ClassifierOptions = Self.classifierOptions)
        throws(DetectionError) -> Classifier
    {
        try Classifier(classifier, options: options)
    }

    private func file(_ name: String) -> ModelFile? {
        guard let path = folder?.appendingPathComponent(name).path,
            FileManager.default.fileExists(atPath: path)
        else { return nil }
        return ModelFile(path: path)
    }
}

extension Data {
    /// Bytes that stay where they are in the program.
    fileprivate init(embedded model: sight_embedded_model) {
        guard let bytes = model.bytes else {
            self.init()
            return
        }
        // Never written to: Data copies before it changes bytes that it does not own.
        self.init(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), count: model.byte_count,
            deallocator: .none)
    }
}
