public import Foundation
package import SightDropIn
public import SightFirebaseApp
import SightModelDownload
package import SightModels

/// Downloads models by name and keeps them on the device.
///
/// The models come from Firebase ML, or from the host that the key `SIGHT_MODEL_HOST` of the app's
/// property list names. The downloader of the default app keeps them in the store that it shares
/// with the model managers of the other modules. Each other app has a store of its own, because its
/// project may have another model of the same name.
public final class ModelDownloader: Sendable {
    private static let shared = ModelDownloader {
        (name, conditions) throws(ModelDeliveryError) in
        try StoredRemoteModels.source(
            of: RemoteModelReference(name: name, host: .firebase), conditions)
    }
    package typealias Finder =
        @Sendable (String, RemoteModelConditions) throws(ModelDeliveryError) -> any ModelSource

    /// Finds the source of a model by its name.
    private let source: Finder
    private let givenStore: ModelStore?
    /// The name of an app with a store of its own; `nil` for the default app.
    private let appName: String?
    /// The store of the app; its environment variables are read at each access.
    package var store: ModelStore {
        let store = givenStore ?? .standard
        return appName.map { store.store(ofApp: $0) } ?? store
    }

    /// Makes a downloader that uses a store, by default the standard one.
    ///
    /// With the name of an app, the downloader uses the store of that app inside the store.
    package init(
        store: ModelStore? = nil, appName: String? = nil, _ source: @escaping Finder
    ) {
        givenStore = store
        self.appName = appName
        self.source = source
    }

    /// Returns the downloader of the default app.
    ///
    /// Without a configured app, it reads `GoogleService-Info.plist` of the main bundle.
    public static func modelDownloader() -> ModelDownloader { shared }

    /// Returns a downloader for an app, which lists and deletes the models of this app only.
    public static func modelDownloader(app: FirebaseApp) -> ModelDownloader {
        let project = app.options.project
        return ModelDownloader(appName: app.isDefault ? nil : app.name) {
            (_, conditions) throws(ModelDeliveryError) in
            FirebaseSource(
                try project.configuration(),
                conditions: DownloadConditions(
                    allowsCellularAccess: conditions.allowsCellularAccess))
        }
    }

    /// Returns a downloader for files on web servers; not in Firebase.
    ///
    /// - Parameter address: returns the address of a named model: HTTPS, or HTTP on this machine.
    /// - Returns: the downloader.
    public static func modelDownloader(address: @escaping @Sendable (String) -> URL)
        -> ModelDownloader
    {
        ModelDownloader { (name, conditions) throws(ModelDeliveryError) in
            try StoredRemoteModels.source(
                of: RemoteModelReference(name: name, host: .address(address(name))), conditions)
        }
    }

    /// Returns a model on the device, or downloads it.
    ///
    /// Simultaneous calls for one model share one download.
    ///
    /// - Parameters:
    ///   - modelName: the name of the model on the server.
    ///   - downloadType: the version to return.
    ///   - conditions: the conditions for the download.
    ///   - progressHandler: called on the callback queue with the downloaded fraction, from 0 to 1;
    ///     never called if nothing has to be downloaded, and for updates in the background.
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

    /// Returns a model on the device, or downloads it.
    ///
    /// - Parameters:
    ///   - modelName: the name of the model on the server.
    ///   - downloadType: the version to return.
    ///   - conditions: the conditions for the download.
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
            guard type != .latestModel, let local = onDevice(id, conditions) else {
                return CustomModel(try await update(id, conditions, show))
            }
            if type == .localModelUpdateInBackground {
                // If the update fails, the model on the device stays, and the caller has it.
                Task { try? await update(id, conditions, nil) }
            }
            return CustomModel(local)
        } catch {
            throw DownloadError(error)
        }
    }

    /// Returns the model on the device, unless it comes from another project or address.
    ///
    /// An app without a readable property list gets any model of the name.
    private func onDevice(_ id: ModelID, _ conditions: ModelDownloadConditions)
        -> InstalledModel?
    {
        let store = store
        guard let source = try? modelSource(id, conditions) else {
            return store.path(of: id) == nil ? nil : store.installed(id)
        }
        return store.installed(id, from: source)
    }

    private func modelSource(_ id: ModelID, _ conditions: ModelDownloadConditions)
        throws(ModelDeliveryError) -> any ModelSource
    {
        try source(
            id.name,
            RemoteModelConditions(
                allowsCellularAccess: conditions.allowsCellularAccess,
                allowsBackgroundDownloading: false))
    }

    private nonisolated(nonsending) func update(
        _ id: ModelID, _ conditions: ModelDownloadConditions, _ show: Completion<Float>?
    ) async throws(ModelDeliveryError) -> InstalledModel {
        let source = try modelSource(id, conditions)
        return try await store.update(id, from: source) { state in
            guard let show, let total = state.total, total > 0 else { return }
            show(min(Float(state.completed) / Float(total), 1))
        }
    }
}
