@_exported public import enum SightModelFile.MetadataFailure

/// The exact reason of a ``DetectionError``, with the values that a program needs to act on it.
///
/// Shapes are extents, outermost first; types are names such as `uint8`. More cases may be
/// added: give a `switch` over reasons a `default`.
public enum DetectionFailure: Hashable, Sendable {
    /// The model file is missing or cannot be read.
    case unreadableFile
    /// The bytes are not a `.tflite` model.
    case notAModel
    /// The model has this many inputs instead of one.
    case inputCount(Int)
    /// The input does not have the four dimensions of `[1, height, width, channels]`.
    case inputRank(shape: [Int])
    /// The input has four dimensions, but they are not those of an image of one or three channels.
    case inputShape([Int])
    /// The input has a type that image pixels cannot be written to.
    case inputType(tensor: String, found: String, supported: [String])
    /// The input is `float32` and neither the metadata nor the options state a normalization.
    case missingNormalization(tensor: String)
    /// The scores have neither two nor four dimensions.
    case outputRank(shape: [Int])
    /// The scores belong to a batch of this size instead of 1.
    case outputBatch(Int)
    /// The scores have a width and height above 1.
    case outputSize(width: Int, height: Int)
    /// The scores have a type that is not supported.
    case outputType(tensor: String, found: String, supported: [String])
    /// The model does not have the outputs of a detector; its outputs have these shapes.
    case detectorOutputs(shapes: [[Int]])
    /// The outputs do not fit the head that the options name; they have these shapes.
    case headMismatch(head: DetectionHead, needs: String, shapes: [[Int]])
    /// The model has this many rows of raw boxes and another number of anchors; 0 if it has none.
    case anchorCount(rows: Int, anchors: Int)
    /// The number of classes differs from the number of lines of the labels.
    case labelCount(classes: Int, labels: Int)
    /// The metadata of the model, or a file behind it, is wrong.
    case metadata(MetadataFailure)
    /// A mean or a standard deviation has this many values; only 1 or 3 are possible.
    case normalizationCount(Int)
    /// A standard deviation is 0, or a mean or standard deviation is not finite.
    case normalizationValue
}

extension DetectionError {
    /// The type of `reason`.
    public typealias Reason = DetectionFailure

    /// The exact reason; `nil` if the code and the cause say everything.
    public var reason: Reason? { detail }

    /// Makes the error for a reason, which decides the code and the message.
    @inline(never)
    init(_ reason: Reason, hint: String = "") {
        self.init(reason.code, reason.message + hint, detail: reason)
    }
}

extension DetectionFailure {
    /// The code of errors with this reason.
    fileprivate var code: DetectionError.Code {
        switch self {
        case .normalizationCount, .normalizationValue: .invalidOptions
        default: .invalidModel
        }
    }

    /// The message: the problem and, if it takes an option to solve it, the name of the option.
    fileprivate var message: String {
        guard case .missingNormalization = self else { return problem }
        return problem + ": set normalization in ClassifierOptions or EmbedderOptions, for example "
            + "to Normalization(mean: [127.5], std: [127.5])"
    }

    /// One sentence on what happened and what was expected.
    package var problem: String {
        switch self {
        case .unreadableFile: "the model file cannot be read"
        case .notAModel: "the file is not a .tflite model"
        case .inputCount(let count): "the model has \(count) inputs, one is needed"
        case .inputRank(let shape):
            "the input has the shape \(shape), [1, height, width, channels] is needed"
        case .inputShape(let shape):
            "the input has the shape \(shape), [1, height, width, 3] or [1, height, width, 1] is "
                + "needed"
        case .inputType(let tensor, let found, let supported):
            "the input \"\(tensor)\" is \(found), \(Self.list(supported)) is needed"
        case .missingNormalization(let tensor):
            "the input \"\(tensor)\" is float32 and the metadata states no normalization"
        case .outputRank(let shape):
            "the output has the shape \(shape), [1, classes] or [1, 1, 1, classes] is needed"
        case .outputBatch(let size): "the output has a batch size of \(size), 1 is needed"
        case .outputSize(let width, let height):
            "the output has \(width)×\(height) places, 1×1 is needed"
        case .outputType(let tensor, let found, let supported):
            "the output \"\(tensor)\" is \(found), \(Self.list(supported)) is needed"
        case .detectorOutputs(let shapes):
            "the model has the outputs \(Self.text(shapes)), which are not those of a known "
                + "detector, such as boxes [1,N,4], classes [1,N], scores [1,N] and their count [1]"
        case .headMismatch(let head, let needs, let shapes):
            "the head \(head.rawValue) has \(needs); the model has the outputs "
                + "\(Self.text(shapes)): omit the option head, and Sight recognizes the family"
        case .anchorCount(let rows, 0):
            "the model has \(rows) raw boxes without anchors, and no known layout has as many: "
                + "give \(rows) of them in the option anchors, or convert the model with its "
                + "post-processing"
        case .anchorCount(let rows, let anchors):
            "the model has \(rows) raw boxes, but there are \(anchors) anchors"
        case .labelCount(let classes, let labels):
            "the model has \(classes) \(classes == 1 ? "class" : "classes"), but there "
                + (labels == 1 ? "is 1 label" : "are \(labels) labels")
        case .metadata: "the metadata of the model or a file behind it is wrong"
        case .normalizationCount(let count):
            "the mean or std of a normalization has \(count) values, 1 or 3 are possible"
        case .normalizationValue: "a normalization's std must not be 0, and all must be finite"
        }
    }

    private static func text(_ shapes: [[Int]]) -> String {
        shapes.isEmpty ? "none" : shapes.map { "\($0)" }.joined(separator: ", ")
    }

    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
