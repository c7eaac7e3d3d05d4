import Sight

/// The head that a detector's outputs are read with and why, or what is missing to read them.
package struct HeadReport: Encodable, Sendable {
    /// The name that `--head` takes; `nil` when the outputs cannot be read.
    package let name: String?
    /// What it was recognised by; `nil` when the outputs cannot be read.
    package let reason: String?
    /// Why a detector's outputs cannot be read as the file is, and which option helps.
    package let problem: String?

    /// Looks at a model; `nil` when it is no detector.
    init?(path: String) {
        do throws(DetectionError) {
            let localizer = try Localizer(ModelFile(path: path))
            (name, reason, problem) = (localizer.head.rawValue, localizer.headEvidence, nil)
        } catch {
            switch error.reason {
            // Only a model whose outputs are a detector's comes so far.
            case .anchorCount, .labelCount, .inputShape:
                (name, reason, problem) = (nil, nil, error.message)
            default: return nil
            }
        }
    }
}
