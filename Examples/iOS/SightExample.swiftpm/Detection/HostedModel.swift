import Foundation
import MLKit

/// A model on a web server, downloaded once and kept up to date.
final class HostedModel: Sendable {
    /// The reason why there is no model.
    enum Failure: Error {
        /// The address of the model is not one.
        case noAddress(String)
    }

    private let model: CustomRemoteModel

    /// Makes a model with a name and an HTTPS address.
    init(name: String, address: String) throws {
        guard let url = URL(string: address) else { throw Failure.noAddress(address) }
        model = CustomRemoteModel(remoteModelSource: HTTPModelSource(name: name, url: url))
    }

    /// Whether the model is on the device.
    var isDownloaded: Bool { ModelManager.modelManager().isModelDownloaded(model) }

    /// Options with the downloaded model; detectors fail without the download.
    var options: CustomObjectDetectorOptions { CustomObjectDetectorOptions(remoteModel: model) }

    /// Downloads the model, or a newer version of it, and returns when the download is over.
    ///
    /// `show` gets the progress of the download; cancelling it cancels the download.
    func download(_ show: @Sendable (Progress) async -> Void) async throws {
        // The manager posts one notification, on the main queue after the call.
        let (outcomes, outcome) = AsyncStream.makeStream(of: (any Error)?.self)
        let names = [Notification.Name.mlkitModelDownloadDidSucceed, .mlkitModelDownloadDidFail]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                [model] notification in
                let found = notification.userInfo?[ModelDownloadUserInfoKey.remoteModel.rawValue]
                guard let found = found as? RemoteModel, found.isEqual(model) else { return }
                let error = notification.userInfo?[ModelDownloadUserInfoKey.error.rawValue]
                outcome.yield(error as? any Error)
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        let conditions = ModelDownloadConditions(
            allowsCellularAccess: false, allowsBackgroundDownloading: false)
        await show(ModelManager.modelManager().download(model, conditions: conditions))
        for await error in outcomes {
            if let error { throw error }
            return
        }
        throw CancellationError()
    }
}
