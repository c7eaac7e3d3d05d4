import SightInference
import SightModelFile
import SightTensor

/// Checks that a prepared model can serve as a classifier or an embedder.
///
/// - Source: checks of the TFLite Task Library, in its order.
enum ClassifierChecks {
    private static let supportedTypes = ["uint8", "int8", "float32"]
    /// The largest number of classes or of numbers of a vector: as many as a label file may name.
    private static let countLimit = 1 << 20

    /// Returns the model's one input, which must be `uint8`, `int8`, or `float32` with a
    /// normalization.
    static func input(_ graph: PreparedGraph, normalization: Normalization?)
        throws(DetectionError) -> TensorSpec
    {
        guard graph.inputs.count == 1 else {
            throw DetectionError(.inputCount(graph.inputs.count))
        }
        let input = graph.inputs[0]
        switch input.elementType {
        case .uint8, .int8:
            return input
        case .float32 where normalization != nil:
            return input
        case .float32:
            throw DetectionError(.missingNormalization(tensor: input.name))
        default:
            throw DetectionError(
                .inputType(
                    tensor: input.name, found: "\(input.elementType)", supported: supportedTypes))
        }
    }

    /// Returns the first output, which must be `[1, N]` or `[1, 1, 1, N]`, and `uint8`, `int8` or
    /// `float32`.
    static func output(_ graph: PreparedGraph) throws(DetectionError) -> TensorSpec {
        guard let output = graph.outputs.first else {
            throw DetectionError(.invalidModel, "the model has no output")
        }
        return try row(output, of: graph)
    }

    /// All outputs, each as ``output(_:)`` wants the first one.
    static func outputs(_ graph: PreparedGraph) throws(DetectionError) -> [TensorSpec] {
        let first = try output(graph)
        return try [first]
            + graph.outputs.dropFirst().map { (output) throws(DetectionError) in
                try row(output, of: graph)
            }
    }

    private static func row(_ output: TensorSpec, of graph: PreparedGraph)
        throws(DetectionError) -> TensorSpec
    {
        let extents = output.shape.dimensions
        guard extents.count == 2 || extents.count == 4 else {
            throw DetectionError(.outputRank(shape: extents), hint: detectionHint(graph))
        }
        guard extents[0] == 1 else { throw DetectionError(.outputBatch(extents[0])) }
        if extents.count == 4, extents[1] != 1 || extents[2] != 1 {
            throw DetectionError(.outputSize(width: extents[2], height: extents[1]))
        }
        try output.limitCount(to: countLimit)
        guard [.uint8, .int8, .float32].contains(output.elementType) else {
            throw DetectionError(
                .outputType(
                    tensor: output.name, found: "\(output.elementType)",
                    supported: supportedTypes))
        }
        guard !output.lacksScale else {
            throw DetectionError(
                .outputType(
                    tensor: output.name, found: "\(output.elementType) without a scale",
                    supported: TensorSpec.typesOfNumbers))
        }
        return output
    }

    private static func detectionHint(_ graph: PreparedGraph) -> String {
        graph.outputs.count >= 4 || graph.outputs.first?.shape.dimensions.last == 4
            ? "; this is a detection model: use it as the localizer" : ""
    }
}
