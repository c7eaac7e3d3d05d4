package import SightModelFile

/// What a model says about one input or output.
package struct TensorMetadataReport: Encodable, Sendable {
    package let name: String
    package let description: String
    /// `feature`, `RGB image`, `boxes`, `audio`; `nil` when the model does not say.
    package let content: String?
    /// Subtracted from real values, one or one a channel; `nil` without normalisation.
    package let mean: [Float]?
    /// Divides what is left, one or one a channel; `nil` without normalisation.
    package let standardDeviation: [Float]?
    /// Scores below this are to be dropped.
    package let scoreThreshold: Float?
    /// Whether scores are to be calibrated.
    package let isCalibrated: Bool

    /// Copies what the model says.
    package init(_ tensor: TensorMetadata) {
        name = tensor.name
        description = tensor.description
        content = tensor.content.map(Self.text)
        mean = tensor.normalization?.mean
        standardDeviation = tensor.normalization?.std
        scoreThreshold = tensor.scoreThreshold
        isCalibrated = tensor.calibrationOptions != nil
    }

    private static func text(_ content: TensorContent) -> String {
        switch content {
        case .feature: return "feature"
        case .audio: return "audio"
        case .image(let image):
            let size = image.defaultSize.map { " \($0.width)×\($0.height)" } ?? ""
            return "\(image.colorSpace) image\(size)"
        case .boundingBoxes(let boxes):
            return "boxes \(boxes.kind) \(boxes.coordinateType) index \(boxes.index)"
        }
    }

    /// The parts that are not empty, for a line of a table.
    var detail: String {
        var parts = [content ?? ""]
        if let mean, let standardDeviation {
            parts.append("mean \(Self.list(mean)) deviation \(Self.list(standardDeviation))")
        }
        if let scoreThreshold { parts.append("threshold \(Double(scoreThreshold).asNumber)") }
        if isCalibrated { parts.append("calibrated") }
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func list(_ values: [Float]) -> String {
        values.map { Double($0).asNumber }.joined(separator: " ")
    }
}
