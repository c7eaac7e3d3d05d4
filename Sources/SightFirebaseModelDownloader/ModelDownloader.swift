public import Foundation
package import SightDropIn
public import SightFirebaseApp
import SightModelDownload
package import SightModels

/// Downloads models by name and keeps them on the device.
///
/// Models come from Firebase ML, or from the host that the app's property list names under
/// `SIGHT_MODEL_HOST`. They are kept in the store of the app, which the model managers of the other
/// modules share.
public final class ModelDownloader: Sendable {
    private static let shared = ModelDownloader {
        (name, conditions) throws(ModelDeliveryError) in
        try StoredRemoteModels.source(
            of: RemoteModelReference(name: name, host: .firebase), conditions)
    }
    package typealias Finder =
        @Sendable (String, RemoteModelConditions) throws(ModelDeliveryError) -> any ModelSource

    /// Tells where a model of a name is downloaded from.
    private let source: Finder
    private let givenStore: ModelStore?
    /// The store of the app; what the environment says of it is read at each call.
    var store: ModelStore { givenStore ?? .standard }

    /// Makes a downloader into a store; the app's own by default.
    package init(store: ModelStore? = nil, _ source: @escaping Finder) {
        givenStore = store
        self.source = source
    }

    /// The downloader of the default app.
    ///
    /// Without a configured app it reads `GoogleService-Info.plist` of the main bundle.
    public static func modelDownloader() -> ModelDownloader { shared }

    /// The downloader of an app.
    public static func modelDownloader(app: FirebaseApp) -> ModelDownloader {
        let project = app.options.project
        return ModelDownloader { (_, conditions) throws(ModelDeliveryError) in
            FirebaseSource(
                try project.configuration(),
                conditions: DownloadConditions(
                    allowsCellularAccess: conditions.allowsCellularAccess))
        }
    }

    /// A downloader of files on web servers; not in Firebase.
    ///
    /// - Parameter address: gives the address of the model of a name: HTTPS, or HTTP on this machine.
    /// - Returns: the downloader.
    public static func modelDownloader(address: @escaping @Sendable (String) -> URL)
        -> ModelDownloader
    {
        ModelDownloader { (name, conditions) throws(ModelDeliveryError) in
            try StoredRemoteModels.source(
                of: RemoteModelReference(name: name, host: .address(address(name))), conditions)
        }
    }

    /// Gives a model of the device, or downloads it.
    ///
    /// Simultaneous calls for one model share one download.
    ///
    /// - Parameters:
    ///   - modelName: the name of the model on the server.
    ///   - downloadType: which version is wanted.
    ///   - conditions: when it may be downloaded.
    ///   - progressHandler: called on the callback queue with the part that is there, from 0 to 1;
    ///     never when nothing has to be downloaded.
    ///   - completion: called once, on the callback queue.
    public func getModel(
        name modelName: String, downloadType: ModelDownloadType,
        conditions: ModelDownloadConditions, progressHandler: ((Float) -> Void)? = nil,
        completion: @escaping (Result<CustomModel, DownloadError>) -> Void
    ) {
        let finish = Completion(completion)
        let show = progressHandler.map { Completion($0) }
        Task {
            do throws(DownloadError) {
                finish(.success(try await model(modelName, downloadType, conditions, show)))
            } catch {
                finish(.failure(error))
            }
        }
    }

    /// Gives a model of the device, or downloads it.
    ///
    /// - Parameters:
    ///   - modelName: the name of the model on the server.
    ///   - downloadType: which version is wanted.
    ///   - conditions: when it may be downloaded.
    /// - Returns: the model and the path of its file.
    /// - Throws: ``DownloadError``.
    public nonisolated(nonsending) func getModel(
        name modelName: String, downloadType: ModelDownloadType,
        conditions: ModelDownloadConditions
    ) async throws(DownloadError) -> CustomModel {
        try await model(modelName, downloadType, conditions, nil)
    }

    private nonisolated(nonsending) func model(
        _ name: String, _ type: ModelDownloadType, _ conditions: ModelDownloadConditions,
        _ show: Completion<Float>?
    ) async throws(DownloadError) -> CustomModel {
        do throws(ModelDeliveryError) {
            let id = try ModelID(name)
            guard type != .latestModel, store.path(of: id) != nil, let local = store.installed(id)
            else { return CustomModel(try await update(id, conditions, show)) }
            if type == .localModelUpdateInBackground {
                // A failure leaves the model of the device, which the caller has.
                Task { try? await update(id, conditions, show) }
            }
            return CustomModel(local)
        } catch {
            throw DownloadError(error)
        }
    }

    private nonisolated(nonsending) func update(
        _ id: ModelID, _ conditions: ModelDownloadConditions, _ show: Completion<Float>?
    ) async throws(ModelDeliveryError) -> InstalledModel {
        let source = try source(
            id.name,
            RemoteModelConditions(
                allowsCellularAccess: conditions.allowsCellularAccess,
                allowsBackgroundDownloading: false))
        return try await store.update(id, from: source) { state in
            guard let show, let total = state.total, total > 0 else { return }
            show(min(Float(state.completed) / Float(total), 1))
        }
    }
}
