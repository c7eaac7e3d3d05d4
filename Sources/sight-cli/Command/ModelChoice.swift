import Foundation
import Sight
import SightDefaultModels
import SightModelFile

/// Loads the models and label texts that a command line names, or the built-in models.
enum ModelChoice {
    /// Loads the localizer of a file, or the built-in one if there is no path.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`, naming the file, or `usage` for
    ///   options that do not fit the model, such as another number of labels.
    static func localizer(
        _ path: String?, inputSize: InputSizeArgument? = nil, options: LocalizerOptions
    ) throws(CommandError) -> Localizer {
        try load(path ?? "the default localizer", options.labels) {
            labels throws(DetectionError) in
            var options = options
            options.labels = labels
            var file = path.map { ModelFile(path: $0) } ?? DefaultModels().localizer
            file.inputSize = inputSize?.size
            return try Localizer(file, options: options)
        }
    }

    /// Loads the classifier of a file or an AutoML manifest (.json), or the built-in one if there
    /// is no path.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`, naming the file, or `usage` for
    ///   options that do not fit the model, such as another number of labels.
    static func classifier(
        _ path: String?, inputSize: InputSizeArgument? = nil, options: ClassifierOptions
    ) throws(CommandError) -> Classifier {
        try load(path ?? "the default classifier", options.labels) {
            labels throws(DetectionError) in
            var options = options
            options.labels = labels
            if let path, path.lowercased().hasSuffix(".json") {
                return try Classifier(
                    manifestPath: path, inputSize: inputSize?.size, options: options)
            }
            var file = path.map { ModelFile(path: $0) } ?? DefaultModels().classifier
            file.inputSize = inputSize?.size
            return try Classifier(file, options: options)
        }
    }

    /// Loads the segmenter of a file.
    ///
    /// - Throws: ``CommandError`` with status `modelUnusable`, naming the file, or `usage` for
    ///   options that do not fit the model, such as another number of labels.
    static func segmenter(
        _ path: String, inputSize: InputSizeArgument?, options: SegmenterOptions
    ) throws(CommandError) -> Segmenter {
        try load(path, options.labels) { labels throws(DetectionError) in
            var options = options
            options.labels = labels
            var file = ModelFile(path: path)
            file.inputSize = inputSize?.size
            return try Segmenter(file, options: options)
        }
    }

    /// Loads a model with the label texts of `--labels`, if there are any.
    ///
    /// Empty texts at the end are dropped if there are more texts than the model has classes: they
    /// are the empty lines with which many text files end.
    private static func load<Model>(
        _ name: String, _ labels: [String]?,
        _ body: ([String]?) throws(DetectionError) -> Model
    ) throws(CommandError) -> Model {
        do throws(DetectionError) {
            return try body(labels)
        } catch {
            guard let labels, case .labelCount(let classes, labels.count)? = error.reason else {
                throw CommandError(error, model: name)
            }
            var texts = labels
            while texts.count > classes, texts.last == "" { texts.removeLast() }
            guard texts.count == labels.count else { return try load(name, texts, body) }
            throw CommandError(labels: labels.count, classes: classes, model: name, cause: error)
        }
    }

    /// Reads label texts, one on each line; `nil` if there is no path.
    ///
    /// - Throws: ``CommandError`` with status `usage`, naming the file, and the line for texts that
    ///   are not UTF-8.
    static func labels(_ path: String?) throws(CommandError) -> [String]? {
        guard let path else { return nil }
        let data: Data
        do throws(CommandError) {
            data = try InputFile.read(path, limit: 16 << 20)
        } catch {
            throw CommandError(.usage, error.message, cause: error)
        }
        let names: [String]
        do throws(ModelError) {
            names = try LabelMap(names: Array(data)).names
        } catch {
            throw CommandError(
                .usage, "\(path): the labels cannot be read: \(error.message)", cause: error)
        }
        if let line = lineInOtherEncoding(data) {
            throw CommandError(
                .usage, "\(path): line \(line) is not UTF-8; convert the file with iconv")
        }
        return names
    }

    /// Returns the number of the first line that is no text in UTF-8; `nil` if all lines are.
    ///
    /// A zero byte is a character of UTF-8, but of no label: UTF-16 has it in each Latin letter.
    private static func lineInOtherEncoding(_ data: Data) -> Int? {
        data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .firstIndex { $0.contains(0) || String(data: $0, encoding: .utf8) == nil }
            .map { $0 + 1 }
    }
}

extension CommandError {
    /// Wraps an error of a model, with the model's path in front of the message unless it is there
    /// already.
    init(_ error: DetectionError, model path: String) {
        // A path such as `the` may be the first word of any message.
        let isNamed = [": ", " is ", " has ", " cannot "].contains {
            error.message.hasPrefix(path + $0)
        }
        self.init(
            error.code == .invalidOptions ? .usage : .modelUnusable,
            isNamed ? error.message : "\(path): \(error.message)", cause: error)
    }

    /// Makes the error of a label file with another number of lines than the model has classes.
    ///
    /// The message ends with the hint of the model's error, if that has one.
    fileprivate init(labels: Int, classes: Int, model path: String, cause error: DetectionError) {
        let problem = error.reason?.problem ?? ""
        let hint = error.message.hasPrefix(problem) ? error.message.dropFirst(problem.count) : ""
        self.init(
            .usage,
            "--labels has \(labels) \(labels == 1 ? "label" : "labels"), but \(path) has "
                + "\(classes) \(classes == 1 ? "class" : "classes")\(hint)", cause: error)
    }
}
