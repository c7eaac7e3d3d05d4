public import Foundation

/// Which classes a task returns.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLClassificationOptions)
#endif
open class ClassificationOptions: NSObject, NSCopying {
    /// The language of the names to show, if the model has several; English at first.
    open var displayNamesLocale = "en"
    /// Most results; all of them when negative, as at first; 0 is refused.
    open var maxResults = -1
    /// Keep only classes of these names; empty for all, and where the other list is set.
    open var labelAllowList: [String] = []
    /// Drop classes of these names; empty where the other list is set.
    open var labelDenyList: [String] = []
    /// The lowest score of a result; the model's own threshold until it is set.
    open var scoreThreshold: Float {
        get { threshold ?? 0 }
        set { threshold = newValue }
    }
    /// The score that was set.
    private(set) var threshold: Float?

    /// A copy that later changes do not reach.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = ClassificationOptions()
        copy.displayNamesLocale = displayNamesLocale
        copy.maxResults = maxResults
        copy.labelAllowList = labelAllowList
        copy.labelDenyList = labelDenyList
        copy.threshold = threshold
        return copy
    }
}
