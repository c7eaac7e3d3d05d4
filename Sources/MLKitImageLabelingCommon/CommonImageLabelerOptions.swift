public import Foundation
package import SightDropIn

/// The options that all labelers have; use `ImageLabelerOptions` or `CustomImageLabelerOptions`.
///
/// A labeler copies its options; later changes have no effect on it.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKCommonImageLabelerOptions)
#endif
open class CommonImageLabelerOptions: NSObject {
    /// The options as a value.
    package var configuration: DetectorConfiguration
    private let defaultThreshold: Float?

    package init(_ model: ModelChoice, defaultThreshold: Float?) {
        self.defaultThreshold = defaultThreshold
        configuration = DetectorConfiguration()
        configuration.mode = .wholeImage
        configuration.isClassificationEnabled = true
        configuration.model = model
        configuration.confidenceThreshold = defaultThreshold
    }

    /// The lowest confidence of a label, in 0…1; `nil`, the default, and values outside the range
    /// select the default of the subclass.
    open var confidenceThreshold: NSNumber? {
        didSet {
            let value = confidenceThreshold?.floatValue
            let isLegal = value.map { (0...1).contains($0) } ?? false
            configuration.confidenceThreshold = isLegal ? value : defaultThreshold
        }
    }
}
