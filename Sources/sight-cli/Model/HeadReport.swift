import Sight

/// The head that decodes a detector's outputs with the reason for it, or the missing information.
package struct HeadReport: Encodable, Sendable {
    /// The texts of a detector's classes.
    package struct Labels: Encodable, Sendable {
        /// The number of texts.
        package let count: Int
        /// The origin: `metadata`, or the name of a file beside the model.
        package let source: String
        /// The number of texts before that of the first class.
        package let offset: Int

        /// Such as `labels 2 (dict.txt), offset 1`.
        var text: String { "labels \(count) (\(source)), offset \(offset)" }
    }

    /// The name that `--head` takes; `nil` when the outputs cannot be read.
    package let name: String?
    /// The property by which the head was recognized; `nil` when the outputs cannot be read.
    package let reason: String?
    /// The reason why a detector's outputs cannot be read, and the option that helps.
    package let problem: String?
    /// The texts of the classes; `nil` without any.
    package let labels: Labels?

    /// Creates the report of a model; `nil` if the model is not a detector, or if the size of its
    /// input is open.
    init?(path: String) {
        do throws(DetectionError) {
            let localizer = try Localizer(ModelFile(path: path))
            (name, reason, problem) = (localizer.head.rawValue, localizer.headEvidence, nil)
            labels = localizer.labelSource.map {
                Labels(
                    count: localizer.labelTexts.count, source: $0, offset: localizer.labelOffset)
            }
        } catch {
            switch error.reason {
            case .inputShape(let shape)? where shape.contains(where: { $0 < 0 }):
                return nil  // The outputs depend on the size, so nobody knows whose they are.
            // Only a model with a detector's outputs causes these errors.
            case .anchorCount, .labelCount, .inputShape:
                (name, reason, problem, labels) = (nil, nil, error.message, nil)
            default: return nil
            }
        }
    }
}
