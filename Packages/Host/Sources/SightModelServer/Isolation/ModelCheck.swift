import Foundation
import Sight

/// The check of an upload before it becomes a version: the engine loads and prepares the model.
package struct ModelCheck: Codable, Sendable {
    /// The limit for the bytes of all labels, which are stored with the version and shown in full.
    private static let labelLimit = 1 << 20
    /// The number of inputs and of outputs that are described, and of characters of a name.
    private static let portLimit = 64
    private static let nameLimit = 100

    /// `detector`, `classifier` or `other`.
    package let kind: String
    /// The names of the classes.
    package let labels: [String]
    /// The descriptions of the inputs, such as `image uint8 [1, 224, 224, 3]`.
    package let inputs: [String]
    /// The descriptions of the outputs.
    package let outputs: [String]

    /// Loads a model, and blocks the caller's thread until that is done.
    ///
    /// - Throws: ``HostError`` with status 400 and the engine's reason.
    package init(path: String) throws {
        let summary: ModelSummary
        do { summary = try ModelSummary(ModelFile(path: path)) } catch {
            // The message must not reveal a path of this machine.
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
