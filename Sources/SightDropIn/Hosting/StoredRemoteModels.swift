package import Foundation
import SightModelDownload
package import SightModels

/// Downloads into the app's model store: from Firebase, from web servers and from files.
package struct StoredRemoteModels: RemoteModelProvider {
    private let store: ModelStore

    /// Makes a provider with a store; the app's own by default.
    package init(store: ModelStore = .standard) { self.store = store }

    /// Returns the path of a model's newest file from the reference's host.
    ///
    /// If the host cannot be told, such as without the app's property list, any file of the name
    /// counts. No file counts for an invalid SHA-256.
    package func path(of reference: RemoteModelReference) -> String? {
        guard let id = try? ModelID(reference.name) else { return nil }
        let conditions = RemoteModelConditions(
            allowsCellularAccess: true, allowsBackgroundDownloading: false)
        guard let source = try? Self.source(of: reference, conditions) else {
            return reference.host == .firebase ? store.path(of: id) : nil
        }
        return store.path(of: id, from: source)
    }

    /// Downloads the newest version of a model.
    package func download(
        _ reference: RemoteModelReference, conditions: RemoteModelConditions, progress: Progress
    ) async throws(DropInError) {
        let meter = ProgressMeter(progress)
        do throws(ModelDeliveryError) {
            let source = try Self.source(of: reference, conditions)
            _ = try await store.update(ModelID(reference.name), from: source) { meter.show($0) }
        } catch {
            throw DropInError(error, model: reference.name)
        }
    }

    /// Removes a model from the store.
    package func delete(_ reference: RemoteModelReference) async throws(DropInError) {
        do throws(ModelDeliveryError) {
            try await store.delete(ModelID(reference.name))
        } catch {
            throw DropInError(error, model: reference.name)
        }
    }

    /// Returns the source from which a model is downloaded.
    package static func source(
        of reference: RemoteModelReference, _ conditions: RemoteModelConditions
    ) throws(ModelDeliveryError) -> any ModelSource {
        let conditions = DownloadConditions(
            allowsCellularAccess: conditions.allowsCellularAccess,
            allowsBackgroundDownloading: conditions.allowsBackgroundDownloading)
        switch reference.host {
        case .firebase:
            let project = HostedModels.project
            let configuration =
                if let project { try project.configuration() } else {
                    try configurationOfApp()
                }
            return FirebaseSource(configuration, conditions: conditions)
        case .address(let url, let sha256):
            let digest = try sha256.map(digest)
            return url.isFileURL
                ? FileModelSource(file: url, digest: digest)
                : HTTPFileSource(url, digest: digest, conditions: conditions)
        }
    }

    /// Reads the SHA-256 of an address.
    private static func digest(_ text: String) throws(ModelDeliveryError) -> ModelDigest {
        guard let digest = ModelDigest(hexadecimal: text) else {
            throw ModelDeliveryError(
                .invalidArgument,
                "\"\(text.prefix(100))\" is no SHA-256, which has 64 hexadecimal digits")
        }
        return digest
    }

    /// Reads the property list of the app.
    private static func configurationOfApp() throws(ModelDeliveryError) -> FirebaseConfiguration {
        guard FirebaseProject.file != nil else {
            throw ModelDeliveryError(
                .failedPrecondition,
                "the app has no GoogleService-Info.plist; if firebase-ios-sdk is configured in "
                    + "code, also call FirebaseApp.configure(options:) of SightFirebaseApp, for "
                    + "example with FirebaseOptions(contentsOfFile:)")
        }
        return try .main()
    }
}
