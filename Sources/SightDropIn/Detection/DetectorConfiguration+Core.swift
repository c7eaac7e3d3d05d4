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
    /// - Throws: `modelNotDownloaded`, `modelNotFound`, `incompatibleModel`, `invalidArgument`.
    func classifier() throws(DropInError) -> Classifier? {
        guard isClassificationEnabled else { return nil }
        var options = ClassifierOptions()
        options.scoreThreshold = confidenceThreshold
        options.maximumLabelCount = maximumLabelCount
        options.normalization = try normalization()
        options.labels = labelTexts
        return try model.classifier(options)
    }

    /// The normalization of the classifier's input; `nil` for that of the metadata.
    ///
    /// - Throws: `invalidArgument` if one of the lists is missing or has other than one or three
    ///   numbers, and for a divisor of 0.
    private func normalization() throws(DropInError) -> Normalization? {
        guard normalizationMean != nil || normalizationStd != nil else { return nil }
        do throws(DetectionError) {
            return try Normalization(mean: normalizationMean ?? [], std: normalizationStd ?? [])
        } catch {
            throw DropInError(error)
        }
    }
}
