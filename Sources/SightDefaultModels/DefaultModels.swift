import CSightDefaultModels
import Foundation
public import Sight

/// The two models that are built into Sight; using them needs no file.
///
/// `localizer.tflite` finds objects of any kind. `classifier.tflite` distinguishes the five
/// categories of `CoarseCategory`. A folder with files of these names replaces one or both of
/// them.
///
/// - Source: trained by `Training/`; the model cards are in `Documentation/models/`.
public struct DefaultModels: Sendable {
    /// The environment variable that names a folder with replacements.
    public static let folderVariable = "SIGHT_MODELS"

    private let folder: URL?

    /// Selects the built-in models, or the files of a folder if they exist.
    ///
    /// - Parameter folder: the folder; the one in ``folderVariable`` when `nil`.
    public init(folder: String? = nil) {
        let name = folder ?? ProcessInfo.processInfo.environment[Self.folderVariable]
        self.folder = name.flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) }
    }

    /// The model that finds objects of any kind.
    public var localizer: ModelFile {
        file("localizer.tflite") ?? ModelFile(data: Data(embedded: sight_default_localizer()))
    }

    /// The model that names the coarse category of a part of an image.
    public var classifier: ModelFile {
        file("classifier.tflite") ?? ModelFile(data: Data(embedded: sight_default_classifier()))
    }

    /// The options of ``localizer``: the score threshold is 0.35.
    ///
    /// This is the lowest threshold at which the localizer finds no object in images of plain
    /// colors, gradients, stripes and noise.
    public static var localizerOptions: LocalizerOptions {
        var options = LocalizerOptions()
        options.scoreThreshold = 0.35
        return options
    }

    /// The options of ``classifier``: only the best category, no label for unknown objects, and the
    /// same surroundings of a box as in training.
    public static var classifierOptions: ClassifierOptions {
        var options = ClassifierOptions()
        options.maximumLabelCount = 1
        options.unknownLabel = "Unknown"
        options.regionScale = 1.5
        return options
    }

    /// Loads the localizer.
    ///
    /// To change an option, start from ``localizerOptions``. Options without a score threshold get
    /// the one of ``localizerOptions``.
    ///
    /// - Throws: `DetectionError` with the code `invalidModel` if a replacement is not a valid
    ///   model.
    public func makeLocalizer(options: LocalizerOptions = Self.localizerOptions)
        throws(DetectionError) -> Localizer
    {
        var options = options
        options.scoreThreshold = options.scoreThreshold ?? Self.localizerOptions.scoreThreshold
        return try Localizer(localizer, options: options)
    }

    /// Loads the classifier.
    ///
    /// To change an option, start from ``classifierOptions``. Options made with `init()` see less of
    /// the surroundings of a box than in training, and return the label for unknown objects.
    ///
    /// - Throws: `DetectionError` with the code `invalidModel` if a replacement is not a valid
    ///   model.
    public func makeClassifier(options: ClassifierOptions = Self.classifierOptions)
        throws(DetectionError) -> Classifier
    {
        try Classifier(classifier, options: options)
    }

    /// The options of ``makeObjectDetector(options:)``: several objects, each with its category.
    public static var detectorOptions: ObjectDetectorOptions {
        var options = ObjectDetectorOptions()
        options.allowsMultipleObjects = true
        options.isClassificationEnabled = true
        return options
    }

    /// Loads a detector for single images, with the classifier if the options ask for it.
    ///
    /// To change an option, start from ``detectorOptions``. Options made with `init()` allow only one
    /// object and do not name it.
    ///
    /// - Throws: `DetectionError` with the code `invalidModel` if a replacement is not a valid
    ///   model.
    public func makeObjectDetector(options: ObjectDetectorOptions = Self.detectorOptions)
        throws(DetectionError) -> ObjectDetector
    {
        ObjectDetector(
            localizer: try makeLocalizer(),
            classifier: options.isClassificationEnabled ? try makeClassifier() : nil,
            options: options)
    }

    /// The options of ``makeObjectTracker(options:)``: several objects, each with its category.
    public static var trackerOptions: ObjectTrackerOptions {
        var options = ObjectTrackerOptions()
        options.allowsMultipleObjects = true
        options.isClassificationEnabled = true
        return options
    }

    /// Loads a tracker for a stream, with the classifier if the options ask for it.
    ///
    /// To change an option, start from ``trackerOptions``. Options made with `init()` allow only one
    /// object and do not name it.
    ///
    /// - Throws: `DetectionError` with the code `invalidModel` if a replacement is not a valid
    ///   model.
    public func makeObjectTracker(options: ObjectTrackerOptions = Self.trackerOptions)
        throws(DetectionError) -> ObjectTracker
    {
        ObjectTracker(
            localizer: try makeLocalizer(),
            classifier: options.isClassificationEnabled ? try makeClassifier() : nil,
            options: options)
    }

    private func file(_ name: String) -> ModelFile? {
        guard let path = folder?.appendingPathComponent(name).path,
            FileManager.default.fileExists(atPath: path)
        else { return nil }
        return ModelFile(path: path)
    }
}

extension Data {
    /// Makes a model file from bytes of the program, without a copy.
    fileprivate init(embedded model: sight_embedded_model) {
        guard let bytes = model.bytes else {
            self.init()
            return
        }
        // The bytes are never written to: Data copies bytes that it does not own before it changes
        // them.
        self.init(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), count: model.byte_count,
            deallocator: .none)
    }
}
