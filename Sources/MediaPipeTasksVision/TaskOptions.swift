public import Foundation
package import SightTasks

/// The options of all tasks.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPTaskOptions)
#endif
open class TaskOptions: NSObject, NSCopying {
    /// The model; setting it stores a copy.
    open var baseOptions = BaseOptions() {
        didSet { baseOptions = baseOptions.copy() as? BaseOptions ?? baseOptions }
    }
    /// The kind of input; single images by default.
    open var runningMode = RunningMode.image

    /// Makes the defaults.
    public override init() {}

    /// The options as a value.
    package var configuration: TaskConfiguration {
        var configuration = TaskConfiguration()
        configuration.modelPath = baseOptions.modelAssetPath
        configuration.origin = .mediaPipe
        return configuration
    }

    /// A copy that later changes do not reach.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = TaskOptions()
        fill(copy)
        return copy
    }

    /// Copies the options that all tasks have.
    func fill(_ copy: TaskOptions) {
        copy.baseOptions = baseOptions
        copy.runningMode = runningMode
    }
}
