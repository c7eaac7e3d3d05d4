package import Sight

/// Provides the models for detectors that have none of their own.
package protocol DefaultModelProvider: Sendable {
    /// The model that finds boxes, and the options for its detections.
    ///
    /// - Throws: `modelNotFound`.
    func localizer() throws(DropInError) -> (file: ModelFile, options: LocalizerOptions)

    /// The classifier for the five coarse categories, whose class indices 0…4 are in ML Kit's
    /// order; `nil` if the labels of the localizer are the categories.
    ///
    /// - Throws: `modelNotFound`.
    func classifier() throws(DropInError) -> (file: ModelFile, options: ClassifierOptions)?
}
