import SightGeometry
import SightModelFile

/// Turns a detector's raw outputs into detections of the upright image.
///
/// - Source: TFLite Task Library, object detector post-processing: scores at the threshold are
///   dropped, the rest is sorted by score.
///
/// It is a class, because types that contain it are copied often.
final class DetectionDecoder: Sendable {
    private let options: LocalizerOptions
    /// The texts of the classes.
    let labels: DetectorLabels
    /// The threshold: scores at or below it are dropped; −∞ drops none.
    let threshold: Float
    private let calibration: ScoreCalibration?

    /// Resolves the threshold and the calibration.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel` for a broken calibration file.
    init(
        options: LocalizerOptions, labels: DetectorLabels, metadata: ModelMetadata?,
        reading: DetectorReading
    ) throws(DetectionError) {
        self.options = options
        self.labels = labels
        threshold =
            options.scoreThreshold ?? metadata?.scoreThreshold(output: reading.scoreIndex)
            ?? reading.defaultThreshold
        calibration = try DetectionError.wrapping { () throws(ModelError) in
            try metadata?.scoreCalibration(
                forOutput: reading.scoreIndex, classCount: labels.lineCount)
        }
    }

    /// Returns detections in upright pixels, best score first; ties keep the model's order.
    ///
    /// Detections with a score above `least` are kept; ``threshold`` is not applied here.
    func detections(
        _ raw: RawDetections, through transform: ImageTransform, above least: Float
    ) -> [Detection] {
        let found = (0..<raw.rowCount).compactMap { detection(raw, $0, transform, least) }
        let sorted = found.enumerated().sorted {
            ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
        }
        return sorted.prefix(max(0, options.maximumResults ?? .max)).map(\.element)
    }

    private func detection(
        _ raw: RawDetections, _ row: Int, _ transform: ImageTransform, _ least: Float
    ) -> Detection? {
        guard let index = Int(exactly: raw.classes[row].rounded()), index >= 0 else { return nil }
        let score =
            calibration?.calibrate(raw.scores[row], classIndex: labels.line(index))
            ?? raw.scores[row]
        guard score > least, score.isFinite else { return nil }
        let text = labels.text(index)
        if let allowed = options.allowedLabels, !allowed.contains(text) { return nil }
        guard !options.deniedLabels.contains(text) else { return nil }
        let size = transform.inputSize
        // A box is [ymin, xmin, ymax, xmax] in fractions of the input.
        let corners = raw.boxes[(4 * row)..<(4 * row + 4)].map { $0 }
        let box = transform.upright(
            Rect<ModelInput>(
                minX: corners[1] * size.width, minY: corners[0] * size.height,
                maxX: corners[3] * size.width, maxY: corners[2] * size.height))
        guard box.isFinite, !box.clamped(to: transform.uprightSize).isEmpty else { return nil }
        let points = raw.points.isEmpty ? [] : raw.points[row]
        let hasLabel = options.labelsWithoutTexts || !labels.isEmpty
        return Detection(
            box: box, score: score,
            label: hasLabel ? Label(text: text, index: index, score: score) : nil,
            keypoints: points.map { point in
                let place = transform.upright(
                    Rect<ModelInput>(
                        x: point.x * size.width, y: point.y * size.height, width: 0, height: 0))
                return Point(x: place.x, y: place.y)
            })
    }
}
