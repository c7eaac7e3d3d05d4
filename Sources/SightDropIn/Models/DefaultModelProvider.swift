package import Sight

/// Knows the models that detectors use when they do not bring one of their own.
package protocol DefaultModelProvider: Sendable {
    /// The model that finds boxes, and what to keep of what it finds.
    ///
    /// - Throws: `modelNotFound`.
    func localizer() throws(DropInError) -> (file: ModelFile, options: LocalizerOptions)

    /// The model that tells the five coarse categories apart, index 0…4 in ML Kit's order; `nil`
    /// when the labels of the localizer are the categories.
    ///
    /// - Throws: `modelNotFound`.
    func classifier() throws(DropInError) -> (file: ModelFile, options: ClassifierOptions)?
}
