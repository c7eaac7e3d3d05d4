import Foundation
package import SightTasks

/// The options of tasks whose results are categories.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPCategoryTaskOptions)
#endif
open class CategoryTaskOptions: TaskOptions {
    /// The language of the names to show, if the model has several; English at first.
    open var displayNamesLocale = "en"
    /// Most results; all of them when negative, as at first; 0 is refused.
    open var maxResults = -1
    /// The lowest score of a result; the model's own threshold until it is set.
    ///
    /// Numbers outside 0…1 are compared like others; NaN is refused.
    open var scoreThreshold: Float {
        get { threshold ?? 0 }
        set { threshold = newValue }
    }
    /// Keep only categories of these names; empty for all, and where the other list is set.
    open var categoryAllowlist: [String] = []
    /// Drop categories of these names; empty where the other list is set.
    open var categoryDenylist: [String] = []
    private var threshold: Float?

    /// Makes the defaults.
    public override init() {}

    /// The options as a value.
    package override var configuration: TaskConfiguration {
        var configuration = super.configuration
        configuration.displayNamesLocale = displayNamesLocale
        configuration.maximumResults = maxResults
        configuration.scoreThreshold = threshold
        configuration.allowedNames = categoryAllowlist
        configuration.deniedNames = categoryDenylist
        return configuration
    }

    /// Copies the options that all tasks of categories have.
    func fillCategories(_ copy: CategoryTaskOptions) {
        fill(copy)
        copy.displayNamesLocale = displayNamesLocale
        copy.maxResults = maxResults
        copy.threshold = threshold
        copy.categoryAllowlist = categoryAllowlist
        copy.categoryDenylist = categoryDenylist
    }
}
