import Foundation
import Sight

/// The look at an upload before it becomes a version: it is loaded and prepared for real.
package struct ModelCheck: Codable, Sendable {
    /// Bytes of all labels together: they are kept with the version and shown whole.
    private static let labelLimit = 1 << 20
    /// Inputs and outputs that are put into words, and the characters of a name.
    private static let portLimit = 64
    private static let nameLimit = 100

    /// `detector`, `classifier` or `other`.
    package let kind: String
    /// Names of the classes.
    package let labels: [String]
    /// Inputs in words, such as `image uint8 [1, 224, 224, 3]`.
    package let inputs: [String]
    /// Outputs in words.
    package let outputs: [String]

    /// Loads a model; the caller's thread is busy meanwhile.
    ///
    /// - Throws: ``HostError`` with status 400 and the engine's reason.
    package init(path: String) throws {
        let summary: ModelSummary
        do { summary = try ModelSummary(ModelFile(path: path)) } catch {
            // The reason is about the bytes; what names our own files stays here.
            let reason = "\(error)".replacingOccurrences(of: path, with: "the upload")
            throw HostError(.badRequest, "this is not a model that can run: \(reason)")
        }
        let size = summary.labels.reduce(0) { $0 + $1.utf8.count + 1 }
        guard size <= Self.labelLimit else {
            throw HostError(
                .badRequest, "the labels have \(size) bytes, the limit is \(Self.labelLimit)")
        }
        kind = summary.kind.rawValue
        labels = summary.labels
        inputs = Self.words(summary.inputs)
        outputs = Self.words(summary.outputs)
    }

    private static func words(_ ports: [ModelSummary.Port]) -> [String] {
        ports.prefix(portLimit).map { port in
            "\(port.name.prefix(nameLimit)) \(port.elementType) \(port.shape)"
        }
    }
}
