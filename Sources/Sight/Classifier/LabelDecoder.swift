import SightModelFile

/// Turns a classifier's scores into labels.
///
/// The steps are those of ML Kit: calibrate, apply the threshold, sort, cut to the label count. A
/// score equal to the threshold is kept. The unknown label is removed last.
///
/// It is a class, because types that contain it are copied often.
final class LabelDecoder: Sendable {
    /// The texts of the classes; empty without any.
    let texts: [String]
    private let threshold: Float
    private let maximumCount: Int
    private let unknown: String?
    private let allowed: Set<String>?
    private let denied: Set<String>
    private let calibration: ScoreCalibration?

    /// Resolves the threshold, the label count and the label texts of an output.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel` when the label count does not fit.
    init(
        options: ClassifierOptions, classCount: Int, metadata: ModelMetadata?, output: Int
    ) throws(DetectionError) {
        let map = try DetectionError.wrapping { () throws(ModelError) in
            try metadata?.labels(forOutput: output, locale: options.displayNamesLocale)
        }
        for lines in [options.labels, map?.names].compactMap(\.self) where lines.count != classCount
        {
            throw DetectionError(.labelCount(classes: classCount, labels: lines.count))
        }
        texts = options.labels ?? map?.texts ?? []
        let set = options.scoreThreshold.flatMap {
            (0...1).contains($0) || (options.takesAnyThreshold && !$0.isNaN) ? $0 : nil
        }
        threshold = set ?? metadata?.scoreThreshold(output: output) ?? 0
        maximumCount = options.maximumLabelCount > 0 ? options.maximumLabelCount : 10
        unknown = options.unknownLabel
        allowed = options.allowedLabels
        denied = options.deniedLabels
        calibration = try DetectionError.wrapping { () throws(ModelError) in
            try metadata?.scoreCalibration(forOutput: output, classCount: map?.count ?? 0)
        }
    }

    /// Returns the labels at or above the threshold, best first; ties keep the lower index first.
    func labels(_ scores: [Float]) -> [Label] {
        let calibrated = scores.enumerated().map { index, score in
            (index: index, score: calibration?.calibrate(score, classIndex: index) ?? score)
        }
        return calibrated.filter { $0.score >= threshold && isWanted(text($0.index)) }
            .sorted { ($1.score, $0.index) < ($0.score, $1.index) }
            .prefix(maximumCount)
            .map { Label(text: text($0.index), index: $0.index, score: $0.score) }
            .filter { unknown == nil || $0.text != unknown }
    }

    /// Whether a label may be returned.
    private func isWanted(_ text: String) -> Bool {
        (allowed == nil || allowed?.contains(text) == true) && !denied.contains(text)
    }

    private func text(_ index: Int) -> String {
        texts.indices.contains(index) ? texts[index] : ""
    }
}
