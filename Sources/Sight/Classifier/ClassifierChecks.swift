import SightInference
import SightModelFile
import SightTensor

/// What a model must look like to be a classifier, with the texts that users search for.
///
/// - Source: checks of the TFLite Task Library, which ML Kit reports word for word.
enum ClassifierChecks {
    /// The one input: `uint8`, or `float32` with a normalisation.
    static func input(_ graph: PreparedGraph, normalization: Normalization?)
        throws(DetectionError) -> TensorSpec
    {
        guard graph.inputs.count == 1 else {
            throw DetectionError(.invalidModel, "Models are assumed to have a single input.")
        }
        let input = graph.inputs[0]
        switch input.elementType {
        case .uint8:
            return input
        case .float32 where normalization != nil:
            return input
        case .float32:
            throw DetectionError(
                .invalidModel,
                "Input tensor has type kTfLiteFloat32: it requires specifying "
                    + "NormalizationOptions metadata to preprocess input images. "
                    + "Without metadata, set ClassifierOptions.normalization, "
                    + "for example to Normalization(mean: [127.5], std: [127.5]).")
        default:
            throw DetectionError(
                .invalidModel,
                "Type mismatch for input tensor \(input.name). Requested one of these types: "
                    + "kTfLiteUint8/kTfLiteFloat32, got \(input.elementType.taskLibraryName).")
        }
    }

    /// The first output: `[1, N]` or `[1, 1, 1, N]`, `uint8` or `float32`.
    static func output(_ graph: PreparedGraph) throws(DetectionError) -> TensorSpec {
        guard let output = graph.outputs.first else {
            throw DetectionError(.invalidModel, "the model has no output")
        }
        let extents = output.shape.dimensions
        guard extents.count == 2 || extents.count == 4 else {
            throw DetectionError(
                .invalidModel,
                "Unexpected number of dimensions for output index 0: got \(extents.count)D, "
                    + "expected either 2D (BxN with B=1) or 4D (BxHxWxN with B=1, W=1, H=1)."
                    + detectionHint(graph))
        }
        guard extents[0] == 1 else {
            throw DetectionError(
                .invalidModel,
                "The output array is expected to have a batch size of 1. "
                    + "Got \(extents[0]) for output index 0.")
        }
        if extents.count == 4, extents[1] != 1 || extents[2] != 1 {
            throw DetectionError(
                .invalidModel,
                "Unexpected WxH sizes for output index 0: got \(extents[2])x\(extents[1]), "
                    + "expected 1x1.")
        }
        guard output.elementType == .uint8 || output.elementType == .float32 else {
            throw DetectionError(
                .invalidModel,
                "Type mismatch for output tensor \(output.name). Requested one of these types: "
                    + "kTfLiteUint8/kTfLiteFloat32, got \(output.elementType.taskLibraryName).")
        }
        return output
    }

    private static func detectionHint(_ graph: PreparedGraph) -> String {
        graph.outputs.count >= 4 || graph.outputs.first?.shape.dimensions.last == 4
            ? " This is a detection model; use it as the localizer (--model)." : ""
    }
}

extension ElementType {
    /// The name in the Task Library's messages, such as `kTfLiteInt8`.
    fileprivate var taskLibraryName: String {
        let name = description
        return "kTfLite" + name.prefix(1).uppercased() + name.dropFirst()
    }
}
