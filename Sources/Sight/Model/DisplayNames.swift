import SightModelFile

/// The texts that are shown to people for a model's class names, in one language.
package struct DisplayNames: Sendable {
    private let shown: [String: String]

    /// Reads the label files of an output of a model, or of the first output that has some.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel`.
    package init(_ file: ModelFile, locale: String, output: Int? = nil) throws(DetectionError) {
        let map = try DetectionError.wrapping { () throws(ModelError) -> LabelMap? in
            let metadata = try ModelReader.read(file.bytes()).metadata()
            if let output { return try metadata?.labels(forOutput: output, locale: locale) }
            for output in metadata?.outputs.indices ?? 0..<0 {
                if let map = try metadata?.labels(forOutput: output, locale: locale) { return map }
            }
            return nil
        }
        shown = Dictionary(zip(map?.names ?? [], map?.displayNames ?? [])) { first, _ in first }
    }

    /// The text to show for a class name; `nil` if the model has none in the language.
    package subscript(name: String) -> String? { shown[name] }
}
