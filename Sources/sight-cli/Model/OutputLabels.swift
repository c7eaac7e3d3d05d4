import SightModelFile

/// The class names of a model's outputs.
enum OutputLabels {
    /// Returns the names that the metadata has for the elements of outputs, by position; the
    /// metadata belongs to the main graph.
    ///
    /// Broken metadata gives none: `sight model inspect` shows the errors.
    static func texts(_ model: Model, _ entry: EntryPoint) -> [Int: [String]] {
        guard entry.index == 0, let metadata = try? model.metadata() else { return [:] }
        var texts: [Int: [String]] = [:]
        for output in metadata.outputs.indices
        where !metadata.outputs[output].files(.axisLabels).isEmpty {
            guard let map = try? metadata.labels(forOutput: output) else { continue }
            texts[output] = map.displayNames ?? map.names
        }
        return texts
    }
}
