import Foundation
import SightModelFile

/// The texts of a detector's classes and how class indices lead to them.
///
/// Class indices leave the background out. Label files that start with a background line are one
/// line longer; then the text is one line further down.
///
/// - Source: the rule of the TensorFlow iOS example and the AutoML tutorial (`labels[id + 1]`).
struct DetectorLabels: Sendable {
    private let texts: [String]
    /// Lines before the first class.
    let offset: Int

    /// Number of lines.
    var lineCount: Int { texts.count }
    /// Whether there are no texts at all.
    var isEmpty: Bool { texts.isEmpty }

    /// Finds the texts: options, metadata, a file beside the model.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel` for a broken label file.
    init(
        file: ModelFile, outputs: DetectorOutputs, metadata: ModelMetadata?,
        options: LocalizerOptions
    ) throws(DetectionError) {
        let map = try DetectionError.wrapping { () throws(ModelError) in
            try metadata?.labels(
                forOutput: outputs.classIndex, locale: options.displayNamesLocale)
        }
        let texts = options.labels ?? map?.texts ?? Self.besideModel(file)?.texts ?? []
        self.init(texts, offset: options.labelOffset, classCount: outputs.classCount)
    }

    /// Makes labels from texts; an offset of `nil` is decided here.
    init(_ texts: [String], offset: Int?, classCount: Int?) {
        self.texts = texts
        let first = texts.first?.lowercased()
        let startsWithBackground =
            first == "background" || first == "???" || classCount.map { $0 + 1 } == texts.count
        self.offset = offset ?? (startsWithBackground ? 1 : 0)
    }

    /// The line of a class in the label file.
    func line(_ classIndex: Int) -> Int { classIndex + offset }

    /// The text of a class; empty when there is none.
    func text(_ classIndex: Int) -> String {
        let line = line(classIndex)
        return texts.indices.contains(line) ? texts[line] : ""
    }

    /// AutoML's `dict.txt`, or `labels.txt`, beside the model.
    private static func besideModel(_ file: ModelFile) -> LabelMap? {
        for name in ["dict.txt", "labels.txt", "labelmap.txt"] {
            if let url = file.sibling(name), let data = try? SmallFile.read(url) {
                return try? LabelMap(names: Array(data))
            }
        }
        return nil
    }
}
