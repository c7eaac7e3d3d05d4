import Sight

/// The head that a detector's outputs are read with, and why.
package struct HeadReport: Encodable, Sendable {
    /// The name that `--head` takes.
    package let name: String
    /// What it was recognised by.
    package let reason: String

    /// Looks at a model; `nil` when no head fits.
    init?(path: String) {
        guard let localizer = try? Localizer(ModelFile(path: path)) else { return nil }
        name = localizer.head.rawValue
        reason = localizer.headEvidence
    }
}
