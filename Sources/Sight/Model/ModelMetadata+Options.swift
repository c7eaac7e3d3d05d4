import SightModelFile

extension ModelMetadata {
    /// The score threshold of an output, if the model states one.
    func scoreThreshold(output: Int) -> Float? {
        outputs.indices.contains(output) ? outputs[output].scoreThreshold : nil
    }
}

extension Normalization {
    /// What the options state, else what the metadata states for an input; `nil` without both.
    ///
    /// - Throws: ``DetectionError`` with code `invalidOptions`.
    static func resolve(_ stated: Normalization?, _ metadata: ModelMetadata?, input: Int)
        throws(DetectionError) -> Normalization?
    {
        if let stated { return stated }
        guard let inputs = metadata?.inputs, inputs.indices.contains(input),
            let stated = inputs[input].normalization
        else { return nil }
        return try Normalization(mean: stated.mean, std: stated.std)
    }
}

extension LabelMap {
    /// What to show: the names in the wanted language, else the class names.
    var texts: [String] { displayNames ?? names }
}
