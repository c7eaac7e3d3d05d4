package import Foundation
package import Sight
package import SightDropIn

/// The image embedder of the tasks.
package struct TaskEmbedder: Sendable {
    private let embedder: Embedder

    /// Loads the model.
    ///
    /// - Parameters:
    ///   - configuration: the model, and how it runs.
    ///   - normalizesLength: whether vectors get a length of 1.
    /// - Throws: `invalidArgument`, `modelNotFound`, `incompatibleModel`.
    package init(_ configuration: TaskConfiguration, normalizesLength: Bool) throws(DropInError) {
        try configuration.check()
        var options = EmbedderOptions()
        options.normalizesLength = normalizesLength
        options.threadCount = max(1, configuration.threadCount)
        do throws(DetectionError) {
            embedder = try Embedder(ModelFile(path: configuration.modelPath), options: options)
        } catch {
            throw DropInError(error)
        }
    }

    /// Embeds an image.
    ///
    /// - Parameters:
    ///   - frame: the image.
    ///   - region: the part to look at, in pixels as stored; all of it when `nil`.
    /// - Returns: a vector for each output of the model.
    /// - Throws: `invalidArgument`.
    package func embeddings(of frame: FrameSnapshot, region: CGRect? = nil)
        throws(DropInError) -> [Embedding]
    {
        do throws(DetectionError) {
            return try embedder.embeddings(of: frame.image, region: frame.upright(region))
        } catch {
            throw DropInError(error)
        }
    }
}
