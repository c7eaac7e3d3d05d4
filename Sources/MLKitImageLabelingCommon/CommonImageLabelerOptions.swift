public import Foundation
package import SightDropIn

/// What all labelers can be told; made as `ImageLabelerOptions` or `CustomImageLabelerOptions`.
///
/// A labeler keeps the options that it was made with; later changes do not reach it.
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

    /// The lowest confidence of a label, in 0…1; `nil`, the default, and other values take the
    /// default of the subclass.
    open var confidenceThreshold: NSNumber? {
        didSet {
            let value = confidenceThreshold?.floatValue
            let isLegal = value.map { (0...1).contains($0) } ?? false
            configuration.confidenceThreshold = isLegal ? value : defaultThreshold
        }
    }
}
