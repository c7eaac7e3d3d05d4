import Foundation
import MLKit

/// A model on a web server, downloaded once and kept up to date.
final class HostedModel: Sendable {
    private let model: CustomRemoteModel

    /// Makes a model with a name and an address.
    init(name: String, url: URL) {
        model = CustomRemoteModel(remoteModelSource: HTTPModelSource(name: name, url: url))
    }

    /// Whether the model is on the device.
    var isDownloaded: Bool { ModelManager.modelManager().isModelDownloaded(model) }

    /// Downloads the model, or a newer version of it.
    ///
    /// - Returns: the progress of the download; cancelling it cancels the download.
    func download() -> Progress {
        let conditions = ModelDownloadConditions(
            allowsCellularAccess: false, allowsBackgroundDownloading: false)
        return ModelManager.modelManager().download(model, conditions: conditions)
    }

    /// A detector with the downloaded model.
    func options() -> CustomObjectDetectorOptions {
        CustomObjectDetectorOptions(remoteModel: model)
    }
}
