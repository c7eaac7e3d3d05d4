import Foundation
import NIOPosix
import Sight

/// The look at an upload before it becomes a version: it is loaded and prepared for real.
enum ModelCheck {
    /// Loads the model off the event loops.
    ///
    /// - Throws: ``HostError`` with status 400 and the engine's reason.
    static func summary(_ upload: BlobStore.Upload) async throws -> ModelSummary {
        let path = upload.path
        do {
            return try await NIOThreadPool.singleton.runIfActive {
                try ModelSummary(ModelFile(path: path))
            }
        } catch {
            // The reason is about the bytes; what names our own files stays here.
            let reason = "\(error)".replacingOccurrences(of: path, with: "the upload")
            throw HostError(.badRequest, "this is not a model that can run: \(reason)")
        }
    }

    /// A tensor in words, such as `image uint8 [1, 224, 224, 3]`.
    static func words(_ port: ModelSummary.Port) -> String {
        "\(port.name) \(port.elementType) \(port.shape)"
    }
}
