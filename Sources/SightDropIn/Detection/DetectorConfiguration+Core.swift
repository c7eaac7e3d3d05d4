import Sight

extension DetectorConfiguration {
    /// The core's options.
    var detectorOptions: Sight.ObjectDetectorOptions {
        var options = Sight.ObjectDetectorOptions()
        options.allowsMultipleObjects = allowsMultipleObjects
        options.maximumObjectCount = maximumObjectCount
        options.isClassificationEnabled = isClassificationEnabled
        return options
    }

    /// The core's options of a stream.
    var trackerOptions: ObjectTrackerOptions {
        var options = ObjectTrackerOptions()
        options.allowsMultipleObjects = allowsMultipleObjects
        options.maximumObjectCount = maximumObjectCount
        options.isClassificationEnabled = isClassificationEnabled
        return options
    }

    /// Loads what names objects; `nil` when nothing has to, or the localizer does it.
    ///
    /// - Throws: `modelNotDownloaded`, `modelNotFound`, `incompatibleModel`.
    func classifier() throws(DropInError) -> Classifier? {
        guard isClassificationEnabled else { return nil }
        var options = ClassifierOptions()
        options.scoreThreshold = confidenceThreshold
        options.maximumLabelCount = maximumLabelCount
        return try model.classifier(options)
    }
}
