public import Foundation
import SightDropIn
import SightTasks

/// The common options of detectors and classifiers.
#if canImport(ObjectiveC)
    @objcMembers @objc(SightTaskOptions)
#endif
open class TaskOptions: NSObject {
    /// The options for the model and the processor; setting them stores a copy.
    open var baseOptions = BaseOptions() {
        didSet { baseOptions = baseOptions.copy() as? BaseOptions ?? baseOptions }
    }
    /// The options that select the classes of the results; setting them stores a copy.
    open var classificationOptions = ClassificationOptions() {
        didSet {
            classificationOptions =
                classificationOptions.copy() as? ClassificationOptions ?? classificationOptions
        }
    }

    package init(modelPath: String) { baseOptions.modelFile.filePath = modelPath }

    /// The options as a value.
    var configuration: TaskConfiguration {
        var configuration = TaskConfiguration()
        configuration.modelPath = baseOptions.modelFile.filePath
        configuration.threadCount = baseOptions.computeSettings.cpuSettings.numThreads
        configuration.displayNamesLocale = classificationOptions.displayNamesLocale
        configuration.maximumResults = classificationOptions.maxResults
        configuration.scoreThreshold = classificationOptions.threshold
        configuration.allowedNames = classificationOptions.labelAllowList
        configuration.deniedNames = classificationOptions.labelDenyList
        return configuration
    }
}
