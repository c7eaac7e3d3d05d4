import SightInference
import SightModelFile
import SightTensor

/// The description of a model file, made after the model has been loaded and prepared.
public struct ModelSummary: Hashable, Sendable {
    /// One input or output.
    public struct Port: Hashable, Sendable {
        /// The tensor's name.
        public let name: String
        /// Its type, such as `uint8`.
        public let elementType: String
        /// Its extents, such as `[1, 224, 224, 3]`.
        public let shape: [Int]

        init(_ tensor: TensorSpec) {
            name = tensor.name
            elementType = "\(tensor.elementType)"
            shape = tensor.shape.dimensions
        }
    }

    /// The tasks that a model can serve.
    public enum Kind: String, Hashable, Sendable {
        /// Finds boxes: a ``Localizer``.
        case detector
        /// Names images: a ``Classifier``.
        case classifier
        /// Any other task, such as that of a ``Segmenter``.
        ///
        /// `Interpreter` of SightTensorFlowLite and `TensorModel` of SightServing run the model
        /// with tensors; they take the same custom operators.
        case other
    }

    /// The task that the model can serve.
    public let kind: Kind
    /// The name in the metadata; empty without one.
    public let name: String
    /// The version in the metadata; empty without one.
    public let version: String
    /// Inputs in order.
    public let inputs: [Port]
    /// Outputs in order.
    public let outputs: [Port]
    /// Names of the classes; empty when the model has none.
    public let labels: [String]
    /// The number of bytes that one run needs in addition to the file.
    public let workingMemory: Int

    /// Loads a model, with all checks, and prepares it.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel` if this library cannot run the model.
    public init(_ file: ModelFile) throws(DetectionError) {
        let session = try ModelSession(file, threadCount: 1, needsImageSize: false)
        let metadata = try session.metadata()
        name = metadata?.name ?? ""
        version = metadata?.version ?? ""
        inputs = session.graph.inputs.map(Port.init)
        outputs = session.graph.outputs.map(Port.init)
        workingMemory = session.graph.arenaByteCount
        if (try? Localizer(file)) != nil {
            kind = .detector
        } else if (try? Classifier(file)) != nil {
            kind = .classifier
        } else {
            kind = .other
        }
        labels = try Self.labels(metadata)
    }

    /// The label file of the first output that has one.
    private static func labels(_ metadata: ModelMetadata?) throws(DetectionError) -> [String] {
        guard let metadata else { return [] }
        for output in metadata.outputs.indices {
            let map = try DetectionError.wrapping { () throws(ModelError) in
                try metadata.labels(forOutput: output)
            }
            if let map { return map.texts }
        }
        return []
    }
}
