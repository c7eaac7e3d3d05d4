import Sight

/// The text and the number with which the TFLite Task Library, and so ML Kit, reports a failure.
///
/// - Source: `TfLiteSupportStatus` and the messages of the Task Library.
struct TaskLibraryFailure {
    /// The text that users of ML Kit search for.
    let text: String
    /// The number in `TfLiteSupportStatus`.
    let number: Int

    /// Translates an error of the core; `nil` for a reason that the Task Library does not have.
    init?(_ error: DetectionError) {
        if let path = error.missingFile {
            self.init("Unable to open file at \(path)", 100)
        } else if let path = error.forbiddenFile {
            self.init("Unable to open file at \(path)", 101)
        } else if let reason = error.reason {
            self.init(reason)
        } else {
            return nil
        }
    }

    private init?(_ reason: DetectionError.Reason) {
        switch reason {
        case .notAModel:
            (text, number) = ("The model is not a valid FlatBuffer buffer.", 3)
        case .normalizationCount(let count):
            (text, number) = (
                "NormalizationOptions: only 1 or 3 mean and std values are supported, "
                    + "got \(count).", 203
            )
        case .normalizationValue:
            (text, number) = ("NormalizationOptions: std must not be 0.", 203)
        case .labelCount(let classes, let labels):
            (text, number) = (
                "Got \(classes) class(es) for output index 0, expected \(labels) according to the "
                    + "label map.", 205
            )
        case .missingNormalization:
            (text, number) = (
                "Input tensor has type kTfLiteFloat32: it requires specifying "
                    + "NormalizationOptions metadata to preprocess input images.", 208
            )
        case .inputCount, .inputRank, .inputShape, .inputType:
            guard let failure = Self.input(reason) else { return nil }
            self = failure
        case .outputRank, .outputBatch, .outputSize, .outputType, .detectorOutputs:
            guard let failure = Self.output(reason) else { return nil }
            self = failure
        case .metadata(let failure):
            self = Self.metadata(failure)
        default:
            return nil
        }
    }

    private init(_ text: String, _ number: Int) {
        self.text = text
        self.number = number
    }

    private static func input(_ reason: DetectionError.Reason) -> TaskLibraryFailure? {
        switch reason {
        case .inputCount:
            TaskLibraryFailure("Models are assumed to have a single input.", 300)
        case .inputRank:
            TaskLibraryFailure("Only 4D tensors in BHWD layout are supported.", 301)
        case .inputShape(let shape):
            TaskLibraryFailure(
                "The input tensor should have dimensions 1 x height x width x 3. Got "
                    + "\(shape.map(String.init).joined(separator: " x ")).", 301)
        case .inputType(let tensor, let found, let supported):
            TaskLibraryFailure(mismatch("input", tensor, found, supported), 302)
        default:
            nil
        }
    }

    private static func output(_ reason: DetectionError.Reason) -> TaskLibraryFailure? {
        switch reason {
        case .outputRank(let shape):
            TaskLibraryFailure(
                "Unexpected number of dimensions for output index 0: got \(shape.count)D, expected "
                    + "either 2D (BxN with B=1) or 4D (BxHxWxN with B=1, W=1, H=1).", 400)
        case .outputBatch(let size):
            TaskLibraryFailure(
                "The output array is expected to have a batch size of 1. Got \(size) for output "
                    + "index 0.", 400)
        case .outputSize(let width, let height):
            TaskLibraryFailure(
                "Unexpected WxH sizes for output index 0: got \(width)x\(height), expected 1x1.",
                400)
        case .outputType(let tensor, let found, let supported):
            TaskLibraryFailure(mismatch("output", tensor, found, supported), 401)
        case .detectorOutputs(let shapes):
            TaskLibraryFailure(
                "Mobile SSD models are expected to have exactly 4 outputs, found \(shapes.count)",
                403)
        default:
            nil
        }
    }

    private static func metadata(_ failure: MetadataFailure) -> TaskLibraryFailure {
        switch failure {
        case .missingAssociatedFile(let name):
            TaskLibraryFailure("No associated file with name: \(name)", 201)
        case .missingCalibrationFile:
            TaskLibraryFailure(
                "Found ScoreCalibrationOptions but missing required associated parameters file "
                    + "with type TENSOR_AXIS_SCORE_CALIBRATION.", 201)
        case .damagedArchive:
            TaskLibraryFailure("Unable to read associated file in zip archive.", 202)
        case .repeatedProcessUnit(let kind):
            TaskLibraryFailure(
                "Found multiple ProcessUnits with type=\(Self.unitName(kind)), expected at most one.",
                204)
        case .labelLineCount(let names, let displayNames):
            TaskLibraryFailure(
                "Mismatch between number of labels (\(names)) and display names "
                    + "(\(displayNames)).", 205)
        case .calibrationLineCount(let lines, let classes):
            TaskLibraryFailure(
                "Mismatch between number of labels (\(classes)) and score calibration parameters "
                    + "(\(lines)).", 205)
        case .calibrationLine:
            TaskLibraryFailure(
                "Expected 3 or 4 parameters per line in score calibration file.", 206)
        }
    }

    /// The schema's name of a kind of process unit.
    private static func unitName(_ kind: Int) -> String {
        let names = [
            "NONE", "NormalizationOptions", "ScoreCalibrationOptions", "ScoreThresholdingOptions",
            "BertTokenizerOptions", "SentencePieceTokenizerOptions", "RegexTokenizerOptions",
        ]
        return names.indices.contains(kind) ? names[kind] : "\(kind)"
    }

    private static func mismatch(
        _ side: String, _ tensor: String, _ found: String, _ supported: [String]
    ) -> String {
        "Type mismatch for \(side) tensor \(tensor). Requested one of these types: "
            + supported.map(typeName).joined(separator: "/") + ", got \(typeName(found))."
    }

    /// The Task Library's name of a type: `kTfLiteInt8` for `int8`.
    private static func typeName(_ name: String) -> String {
        "kTfLite" + name.prefix(1).uppercased() + name.dropFirst()
    }
}
