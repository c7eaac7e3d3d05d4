import SightInference
import SightModelFile
import SightTensor

/// Checks that a prepared model can serve as a segmenter, and that label texts fit it.
///
/// A shape does not tell a mask from other tables and images: `[1, 100, 4]` may be boxes, and
/// `[1, H, W, 3]` an image. So the inputs, the other outputs and the metadata are checked, too.
///
/// - Source: checks of the TFLite Task Library and of MediaPipe, image segmentation.
enum SegmenterChecks {
    /// Refuses models that are known to do something else.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel`, and `reason` `inputCount` for a model
    ///   with several inputs, which would stay empty.
    static func refuseOtherTasks(_ session: ModelSession, _ metadata: ModelMetadata?)
        throws(DetectionError)
    {
        let graph = session.graph
        if let evidence = detectorEvidence(session, metadata) {
            throw DetectionError(
                .invalidModel,
                "the model is a detector (\(evidence)): use it with Localizer or sight detect")
        }
        guard graph.inputs.count == 1 else {
            throw DetectionError(.inputCount(graph.inputs.count))
        }
        let outputs = graph.outputs.map(\.shape.dimensions)
        guard let mask = outputs.first, outputs.dropFirst().allSatisfy({ isBeside(mask, $0) })
        else {
            throw DetectionError(
                .invalidModel,
                "the model has the outputs \(outputs.map { "\($0)" }.joined(separator: ", ")); "
                    + "beside its mask, a segmentation model has at most a number for each class")
        }
        if case .image(let image)? = metadata?.outputs.first?.content, image.colorSpace == .rgb,
            mask.last == 3
        {
            throw DetectionError(
                .invalidModel,
                "the metadata says that the output \(mask) is an RGB image, a mask is needed")
        }
    }

    /// Returns the evidence that the model finds boxes; `nil` without any.
    private static func detectorEvidence(_ session: ModelSession, _ metadata: ModelMetadata?)
        -> String?
    {
        guard let input = try? DetectorOutputs.imageInput(session.graph) else { return nil }
        let reading = try? DetectorReading(
            session, metadata: metadata, autoML: nil, labels: [], options: LocalizerOptions(),
            input: input)
        return reading?.evidence
    }

    /// Returns whether a segmenter may have a further output with these extents.
    ///
    /// It may have numbers for the whole image, such as the quality of each class, or numbers for
    /// the places of the mask.
    private static func isBeside(_ mask: [Int], _ other: [Int]) -> Bool {
        let places = other.dropFirst().dropLast()
        return places.allSatisfy { $0 == 1 } || other.prefix(3) == mask.prefix(3)
    }

    /// Checks the number of label texts.
    ///
    /// The background of a model of one class needs no text. The classes of a model of indices are
    /// not known; their numbers have one byte.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel` and `reason` `labelCount`.
    static func labels(_ labels: [String], fit content: SegmentationScores.Content)
        throws(DetectionError)
    {
        let (count, possible) =
            switch content {
            case .classes(let count): (count, count...count)
            case .foreground: (2, 1...2)
            case .indices: (256, 1...256)
            }
        guard possible.contains(labels.count) else {
            throw DetectionError(.labelCount(classes: count, labels: labels.count))
        }
    }
}
