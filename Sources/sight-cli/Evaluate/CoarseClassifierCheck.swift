import Sight
import SightInference
import SightTensor

/// The check that a classifier's classes are the coarse categories, so that it needs no `--map`.
enum CoarseClassifierCheck {
    /// The labels of the coarse classifier, without the one that means "unknown".
    private static let texts = CoarseCategory.allCases.map { $0.text.lowercased() }
    /// The numbers of classes of a coarse classifier: the categories, with or without "unknown".
    private static let classCounts = texts.count...AnnotatedCrop.outcomes.count

    /// Checks the labels of a classifier, or the number of its classes if it has no labels.
    ///
    /// - Throws: ``CommandError`` with status `usage`, naming the file and what it has instead.
    static func require(_ classifier: Classifier, path: String) throws(CommandError) {
        let found = classifier.headTexts.first ?? []
        guard !found.isEmpty else { return try requireCount(try classCount(path), path: path) }
        if let (text, _) = zip(found, texts).first(where: { $0.lowercased() != $1 }) {
            throw refusal(path, "its label \"\(text)\" is not the category at its place")
        }
        try requireCount(found.count, path: path)
    }

    private static func requireCount(_ count: Int, path: String) throws(CommandError) {
        guard !classCounts.contains(count) else { return }
        throw refusal(path, "it has \(count) classes instead of the \(texts.count) categories")
    }

    private static func refusal(_ path: String, _ reason: String) -> CommandError {
        CommandError(
            .usage,
            "\(path): \(reason): give --map, a JSON file from its label texts to categories")
    }

    /// Returns the number of scores, which a loaded classifier does not tell.
    private static func classCount(_ path: String) throws(CommandError) -> Int {
        var file = path
        if path.lowercased().hasSuffix(".json"), let manifest = try? AutoMLManifest(path: path) {
            file = manifest.modelPath
        }
        let graph = try LoadedModel(path: file).prepare(threads: 1)
        return graph.outputs.first?.shape.dimensions.last ?? 0
    }
}
