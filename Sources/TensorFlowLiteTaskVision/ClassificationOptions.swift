public import Foundation

/// The options that select the classes of the results.
#if canImport(ObjectiveC)
    @objcMembers @objc(TFLClassificationOptions)
#endif
open class ClassificationOptions: NSObject, NSCopying {
    /// The language of the display names, if the model has several; English by default.
    open var displayNamesLocale = "en"
    /// The maximum number of results; a negative number, the default, returns all; 0 is refused.
    open var maxResults = -1
    /// The labels of the classes to keep; empty keeps all, and is required if the other list is
    /// set.
    open var labelAllowList: [String] = []
    /// The labels of the classes to drop; must be empty if the other list is set.
    open var labelDenyList: [String] = []
    /// The lowest score of a class, and the score that an object must exceed; until it is set, the
    /// model's own threshold applies.
    ///
    /// Numbers outside 0…1 are compared like others; NaN is refused.
    open var scoreThreshold: Float {
        get { threshold ?? 0 }
        set { threshold = newValue }
    }
    /// The lowest score that was set; `nil` for the model's own threshold.
    private(set) var threshold: Float?

    /// Makes an independent copy.
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
