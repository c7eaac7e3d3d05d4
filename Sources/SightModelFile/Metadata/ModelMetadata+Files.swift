extension ModelMetadata {
    /// Reads the labels of an output.
    ///
    /// The first label file has the class names; the file whose locale is exactly `locale` has the
    /// names to show.
    ///
    /// - Parameters:
    ///   - output: position among the graph's outputs.
    ///   - locale: the requested language.
    /// - Returns: `nil` when no label file belongs to the output.
    /// - Throws: ``ModelError`` with code `invalidMetadata` when a file is missing or damaged or
    ///   when the line counts differ.
    /// - Source: TensorFlow Lite Task Library, label map of a tensor.
    package func labels(forOutput output: Int, locale: String = "en") throws(ModelError)
        -> LabelMap?
    {
        guard outputs.indices.contains(output) else { return nil }
        let files = outputs[output].files(.axisLabels, .valueLabels)
        guard let first = files.first else { return nil }
        let localized = files.first { $0.kind == first.kind && $0.locale == locale }
        return try LabelMap(
            names: archive.content(of: first.name),
            displayNames: try localized.map { file throws(ModelError) in
                try archive.content(of: file.name)
            })
    }

    /// Reads the calibration of an output's scores.
    ///
    /// - Parameters:
    ///   - output: position among the graph's outputs.
    ///   - classCount: number of labels.
    /// - Returns: `nil` if the model needs no calibration.
    /// - Throws: ``ModelError`` with code `invalidMetadata` when the file is missing or damaged or
    ///   does not have one line for each class.
    package func scoreCalibration(forOutput output: Int, classCount: Int) throws(ModelError)
        -> ScoreCalibration?
    {
        guard outputs.indices.contains(output), let options = outputs[output].calibrationOptions
        else { return nil }
        guard let file = outputs[output].files(.axisScoreCalibration).first else {
            throw ModelError(
                .invalidMetadata,
                "output \(output) \"\(outputs[output].name)\" asks for score calibration but has "
                    + "no file with parameters",
                detail: .metadata(.missingCalibrationFile))
        }
        return try ScoreCalibration(
            parameters: archive.content(of: file.name), classCount: classCount, options: options)
    }
}
