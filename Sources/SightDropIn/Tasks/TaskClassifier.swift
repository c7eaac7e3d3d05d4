package import Foundation
import Sight

/// The image classifier of the tasks.
package struct TaskClassifier: Sendable {
    private let classifier: Classifier
    private let names: DisplayNames

    /// The name of the output in the metadata; `nil` without one.
    package var headName: String? { classifier.outputName.isEmpty ? nil : classifier.outputName }

    /// Loads the model.
    ///
    /// - Throws: `invalidArgument`, `modelNotFound`, `incompatibleModel`.
    package init(_ configuration: TaskConfiguration) throws(DropInError) {
        try configuration.check()
        let file = ModelFile(path: configuration.modelPath)
        var options = ClassifierOptions()
        configuration.apply(to: &options)
        options.maximumLabelCount = configuration.limit
        options.takesAnyThreshold = true
        do throws(DetectionError) {
            classifier = try Classifier(file, options: options)
            names = try DisplayNames(file, locale: configuration.displayNamesLocale)
        } catch {
            throw DropInError(error)
        }
        try configuration.checkLists(texts: classifier.labelTexts)
    }

    /// Names an image, best class first.
    ///
    /// - Parameters:
    ///   - frame: the image.
    ///   - region: the part to look at, in pixels as stored; all of it when `nil`.
    /// - Returns: the classes that the options keep.
    /// - Throws: `invalidArgument`, `cancelled`.
    package func categories(in frame: FrameSnapshot, region: CGRect? = nil)
        throws(DropInError) -> [TaskCategory]
    {
        do throws(DetectionError) {
            return try classifier.labels(in: frame.image, region: frame.upright(region)).map {
                TaskCategory($0, names)
            }
        } catch {
            throw DropInError(error)
        }
    }
}
