package import Foundation
import Sight
package import SightDropIn

/// The image classifier of the tasks.
package struct TaskClassifier: Sendable {
    private let classifier: Classifier
    /// The names to show of each output.
    private let names: [DisplayNames]

    /// Loads the model, each of whose outputs must have a score for each of its classes.
    ///
    /// - Throws: `invalidArgument`, `modelNotFound`, `incompatibleModel`.
    package init(_ configuration: TaskConfiguration) throws(DropInError) {
        try configuration.check()
        let file = ModelFile(path: configuration.modelPath)
        var options = ClassifierOptions()
        configuration.apply(to: &options)
        options.maximumLabelCount = configuration.limit
        options.takesAnyThreshold = true
        options.readsAllHeads = true
        do throws(DetectionError) {
            classifier = try Classifier(file, options: options)
            var names: [DisplayNames] = []
            for output in classifier.headNames.indices {
                names.append(
                    try DisplayNames(
                        file, locale: configuration.displayNamesLocale, output: output))
            }
            self.names = names
        } catch {
            throw DropInError(error)
        }
        let texts = classifier.headTexts
        try configuration.checkLists(texts: texts.contains([]) ? [] : texts.flatMap(\.self))
    }

    /// Names an image with each output of the model.
    ///
    /// - Parameters:
    ///   - frame: the image.
    ///   - region: the part to look at, in pixels as stored; all of it when `nil`.
    /// - Returns: the classes that the options keep, for each output in the model's order.
    /// - Throws: `invalidArgument`.
    package func heads(in frame: FrameSnapshot, region: CGRect? = nil)
        throws(DropInError) -> [TaskHead]
    {
        do throws(DetectionError) {
            let found = try classifier.headLabels(
                in: frame.image, region: frame.upright(region))
            let headNames = classifier.headNames
            return found.enumerated().map { index, labels in
                TaskHead(
                    index: index, name: headNames[index].isEmpty ? nil : headNames[index],
                    categories: labels.map { TaskCategory($0, names[index]) })
            }
        } catch {
            throw DropInError(error)
        }
    }
}
