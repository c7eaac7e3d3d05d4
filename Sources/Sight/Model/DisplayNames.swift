import SightModelFile

/// What to show to people for the class names of a model, in one language.
package struct DisplayNames: Sendable {
    private let shown: [String: String]

    /// Reads the label files of a model's outputs.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel`.
    package init(_ file: ModelFile, locale: String) throws(DetectionError) {
        let map = try DetectionError.wrapping { () throws(ModelError) -> LabelMap? in
            let metadata = try ModelReader.read(file.bytes()).metadata()
            for output in metadata?.outputs.indices ?? 0..<0 {
                if let map = try metadata?.labels(forOutput: output, locale: locale) { return map }
            }
            return nil
        }
        shown = Dictionary(zip(map?.names ?? [], map?.displayNames ?? [])) { first, _ in first }
    }

    /// What to show for a class name; `nil` when the model has nothing in the language.
    package subscript(name: String) -> String? { shown[name] }
}
