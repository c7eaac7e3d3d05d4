import Sight
import SightDefaultModels

extension DetectorConfiguration {
    /// The core's options for single images.
    var detectorOptions: Sight.ObjectDetectorOptions {
        var options = Sight.ObjectDetectorOptions()
        options.allowsMultipleObjects = allowsMultipleObjects
        options.maximumObjectCount = maximumObjectCount
        options.isClassificationEnabled = isClassificationEnabled
        return options
    }

    /// The core's options for a stream.
    var trackerOptions: ObjectTrackerOptions {
        var options = ObjectTrackerOptions()
        options.schedule = isLowLatency ? .whenReady : .everyFrame
        options.allowsMultipleObjects = allowsMultipleObjects
        options.maximumObjectCount = maximumObjectCount
        options.isClassificationEnabled = isClassificationEnabled
        return options
    }

    /// Loads the localizer.
    ///
    /// - Throws: `modelNotFound`, `incompatibleModel`.
    func localizer() throws(DropInError) -> Localizer {
        guard let localizerPath else { return try DefaultModelRegistry.localizer() }
        var options = SightDefaultModels.DefaultModels.localizerOptions
        options.scoreThreshold = BuiltInModels.thresholdOfFiles
        do throws(DetectionError) {
            return try Localizer(ModelFile(path: localizerPath), options: options)
        } catch {
            throw DropInError(error)
        }
    }

    /// The paths, dates and sizes of the model files, which change when a file is replaced.
    var stamp: [String] {
        model.stamp + (localizerPath.map { ModelChoice.file(path: $0).stamp } ?? [])
    }

    /// Loads the classifier; `nil` if it is not needed or if the localizer names objects itself.
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
