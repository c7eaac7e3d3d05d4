package import Sight

/// Provides the models of detectors for which no model was chosen.
package protocol DefaultModelProvider: Sendable {
    /// Returns the model that finds boxes, and its options.
    ///
    /// - Throws: `modelNotFound`.
    func localizer() throws(DropInError) -> (file: ModelFile, options: LocalizerOptions)

    /// Returns the classifier of the five coarse categories, whose class indices 0…4 are in ML
    /// Kit's order; `nil` if the labels of the localizer are the categories.
    ///
    /// - Throws: `modelNotFound`.
    func classifier() throws(DropInError) -> (file: ModelFile, options: ClassifierOptions)?
}
