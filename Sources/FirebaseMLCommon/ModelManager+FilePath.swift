import Foundation
import SightDropIn

extension ModelManager {
    /// Finds the file of a downloaded custom model.
    ///
    /// - Parameters:
    ///   - remoteModel: the model.
    ///   - completion: called on the same thread before the method returns, so that code can use
    ///     the path right after the call; with an error if the model is not downloaded.
    public func getLatestModelFilePath(
        _ remoteModel: RemoteModel, completion: @escaping (String?, (any Error)?) -> Void
    ) {
        do {
            completion(try latestModelFilePath(remoteModel), nil)
        } catch {
            completion(nil, error)
        }
    }

    /// Finds the file of a downloaded custom model.
    ///
    /// - Throws: an `NSError` if the model is not downloaded.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    public nonisolated(nonsending) func getLatestModelFilePath(_ remoteModel: RemoteModel)
        async throws -> String
    {
        try latestModelFilePath(remoteModel)
    }

    private func latestModelFilePath(_ remoteModel: RemoteModel) throws -> String {
        guard let path = HostedModels.path(of: remoteModel.reference) else {
            throw DropInError(
                .modelNotDownloaded,
                "the model \"\(remoteModel.name)\" is not downloaded: call download(_:conditions:) "
                    + "and wait for its notification"
            ).nsError
        }
        return path
    }
}
