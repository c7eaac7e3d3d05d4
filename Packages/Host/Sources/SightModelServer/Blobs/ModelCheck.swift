import Foundation
import NIOPosix
import Sight

/// The look at an upload before it becomes a version: it is loaded and prepared for real.
enum ModelCheck {
    /// Bytes of all labels together: they are kept with the version and shown whole.
    private static let labelLimit = 1 << 20
    /// Inputs and outputs that are put into words, and the characters of a name.
    private static let portLimit = 64
    private static let nameLimit = 100

    /// Loads the model off the event loops.
    ///
    /// - Throws: ``HostError`` with status 400 and the engine's reason.
    static func summary(_ upload: BlobStore.Upload) async throws -> ModelSummary {
        let path = upload.path
        do {
            let summary = try await NIOThreadPool.singleton.runIfActive {
                try ModelSummary(ModelFile(path: path))
            }
            let size = summary.labels.reduce(0) { $0 + $1.utf8.count + 1 }
            guard size <= labelLimit else {
                throw HostError(
                    .badRequest, "the labels have \(size) bytes, the limit is \(labelLimit)")
            }
            return summary
        } catch let error as HostError {
            throw error
        } catch {
            // The reason is about the bytes; what names our own files stays here.
            let reason = "\(error)".replacingOccurrences(of: path, with: "the upload")
            throw HostError(.badRequest, "this is not a model that can run: \(reason)")
        }
    }

    /// Tensors in words, such as `image uint8 [1, 224, 224, 3]`.
    static func words(_ ports: [ModelSummary.Port]) -> [String] {
        ports.prefix(portLimit).map { port in
            "\(port.name.prefix(nameLimit)) \(port.elementType) \(port.shape)"
        }
    }
}
