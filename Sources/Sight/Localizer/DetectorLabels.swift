import Foundation
import SightModelFile

/// The texts of a detector's classes, found by class index.
///
/// Class indices do not count the background. A label file that starts with a background line has
/// one line more than there are classes, so each text is one line further down.
///
/// - Source: the rule of the TensorFlow iOS example and the AutoML tutorial (`labels[id + 1]`).
struct DetectorLabels: Sendable {
    /// The lines; empty without any.
    let texts: [String]
    /// The number of lines before the first class.
    let offset: Int

    /// The number of lines.
    var lineCount: Int { texts.count }
    /// Whether there are no texts at all.
    var isEmpty: Bool { texts.isEmpty }

    /// Assigns the texts to the classes of a detector.
    ///
    /// There must be as many texts as classes, or one more for a background. A label file of a
    /// model with post-processing may have other numbers of lines, because those of published
    /// models do.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel` for another number of texts than the
    ///   detector has classes, `invalidOptions` for options with an empty list of texts.
    init(
        texts: [String], reading: DetectorReading, options: LocalizerOptions
    ) throws(DetectionError) {
        switch reading {
        case .postProcessed(let outputs):
            self.init(texts, offset: options.labelOffset, classCount: outputs.classCount)
            if options.labels != nil, let count = outputs.classCount,
                ![count, count &+ 1, count &+ offset].contains(texts.count)
            {
                throw DetectionError(.labelCount(classes: count, labels: texts.count))
            }
        case .head(let reading):
            let count = texts.isEmpty && options.labels == nil ? nil : reading.decoder.classCount
            try self.init(texts, offset: options.labelOffset, exactCount: count)
        }
        guard options.labels?.isEmpty != true else {
            throw DetectionError(
                .invalidOptions, "there are no labels: give one for each class, or no list")
        }
    }

    /// Makes labels of as many classes as the head has, or one more for a background.
    private init(_ texts: [String], offset: Int?, exactCount: Int?) throws(DetectionError) {
        self.texts = texts
        guard let exactCount else {
            self.offset = offset ?? 0
            return
        }
        let background = texts.count == exactCount + 1 && Self.isBackground(texts) ? 1 : 0
        self.offset = offset ?? background
        guard texts.count == exactCount &+ self.offset else {
            throw DetectionError(
                .labelCount(classes: exactCount, labels: texts.count),
                hint: "; the head may be another: name it in the option head")
        }
    }

    /// The texts of a model and their origin: `options`, `metadata`, or the name of a file beside
    /// it; the origin is `nil` without texts.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel` for a broken label file.
    static func texts(
        file: ModelFile, metadata: ModelMetadata?, options: LocalizerOptions
    ) throws(DetectionError) -> (texts: [String], source: String?) {
        if let labels = options.labels { return (labels, "options") }
        for output in metadata?.outputs.indices ?? 0..<0 {
            let map = try DetectionError.wrapping { () throws(ModelError) in
                try metadata?.labels(forOutput: output, locale: options.displayNamesLocale)
            }
            if let map { return (map.texts, "metadata") }
        }
        return besideModel(file) ?? ([], nil)
    }

    /// Whether the first text is that of a background.
    static func isBackground(_ texts: [String]) -> Bool {
        let first = texts.first?.lowercased()
        return first == "background" || first == "???"
    }

    /// Makes labels from texts; with an offset of `nil`, the first text and the class count decide.
    init(_ texts: [String], offset: Int?, classCount: Int?) {
        self.texts = texts
        let startsWithBackground =
            Self.isBackground(texts) || classCount.map { $0 &+ 1 } == texts.count
        self.offset = offset ?? (startsWithBackground ? 1 : 0)
    }

    /// Returns the line of a class in the label file; a line that no file has if the sum exceeds
    /// the range of `Int`.
    func line(_ classIndex: Int) -> Int { classIndex &+ offset }

    /// Returns the text of a class; empty if there is none.
    func text(_ classIndex: Int) -> String {
        let line = line(classIndex)
        return texts.indices.contains(line) ? texts[line] : ""
    }

    /// Reads AutoML's `dict.txt`, or `labels.txt` or `labelmap.txt`, beside the model.
    private static func besideModel(_ file: ModelFile) -> (texts: [String], source: String?)? {
        for name in ["dict.txt", "labels.txt", "labelmap.txt"] {
            if let url = file.sibling(name), let data = try? SmallFile.read(url) {
                return (try? LabelMap(names: Array(data))).map { ($0.texts, name) }
            }
        }
        return nil
    }
}
