public import Foundation
import SightDropIn

/// Downloads, finds and deletes remote models.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKModelManager)
#endif
public final class ModelManager: NSObject, Sendable {
    private static let shared = ModelManager()
    private static let notices = DownloadNotices(
        succeeded: .mlkitModelDownloadDidSucceed, failed: .mlkitModelDownloadDidFail,
        modelKey: ModelDownloadUserInfoKey.remoteModel.rawValue,
        errorKey: ModelDownloadUserInfoKey.error.rawValue)

    required override init() {}

    /// Returns the manager of the process.
    public class func modelManager() -> Self { shared as? Self ?? self.init() }

    /// Whether a model is on the device.
    ///
    /// The call is quick and does not use the network.
    public func isModelDownloaded(_ remoteModel: RemoteModel) -> Bool {
        HostedModels.path(of: remoteModel.reference) != nil
    }

    /// Downloads a model, or a newer version of it if there is one.
    ///
    /// Exactly one notification follows each call: `mlkitModelDownloadDidSucceed`, also when
    /// nothing had to be downloaded, or `mlkitModelDownloadDidFail`.
    /// The notification is posted later on `DetectionCallbacks.queue`, which is the main queue by
    /// default, so an observer that the main thread adds right after the call gets it.
    ///
    /// - Parameters:
    ///   - remoteModel: the model.
    ///   - conditions: the conditions for the download.
    /// - Returns: the progress of the download; cancelling it cancels the download.
    #if canImport(ObjectiveC)
        @objc(downloadModel:conditions:)
    #endif
    @discardableResult
    public func download(_ remoteModel: RemoteModel, conditions: ModelDownloadConditions)
        -> Progress
    {
        HostedModels.download(remoteModel.reference, conditions: conditions.core) { error in
            ModelManager.notices.post(remoteModel, error)
        }
    }

    /// Deletes a downloaded model.
    ///
    /// - Parameters:
    ///   - remoteModel: the model.
    ///   - completion: called on the main queue, with an error if the model is not on the device.
    public func deleteDownloadedModel(
        _ remoteModel: RemoteModel, completion: @escaping ((any Error)?) -> Void
    ) {
        HostedModels.delete(remoteModel.reference, completion: Completion { completion($0) })
    }

    /// Deletes a downloaded model.
    #if canImport(ObjectiveC)
        @nonobjc
    #endif
    public nonisolated(nonsending) func deleteDownloadedModel(_ remoteModel: RemoteModel)
        async throws
    {
        try await HostedModels.delete(remoteModel.reference)
    }
}
