import SightModelFile

extension ModelMetadata {
    /// Returns the score threshold of an output; `nil` if the model states none, or NaN.
    func scoreThreshold(output: Int) -> Float? {
        guard outputs.indices.contains(output), let threshold = outputs[output].scoreThreshold,
            !threshold.isNaN
        else { return nil }
        return threshold
    }
}

extension Normalization {
    /// Returns the normalization of the options, otherwise of an input's metadata; `nil` without
    /// both.
    ///
    /// - Throws: ``DetectionError`` with code `invalidOptions`.
    package static func resolve(_ stated: Normalization?, _ metadata: ModelMetadata?, input: Int)
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
    /// The texts to show: the names in the wanted language, otherwise the class names.
    var texts: [String] { displayNames ?? names }
}
