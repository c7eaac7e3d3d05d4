public import Foundation
import SightConcurrency
import SightModels

extension FirebaseInstallations {
    /// The project and the folder of an identity.
    private struct Key: Hashable {
        let configuration: FirebaseConfiguration
        let folder: String
    }

    private static let opened = Guarded<[Key: FirebaseInstallations]>([:])

    /// The folder of the identities inside the standard store.
    static var standardFolder: URL {
        ModelStore.standard.folder.appendingPathComponent("installations")
    }

    /// Returns the identity of an app; the same for each call with this configuration and folder.
    ///
    /// Callers that use it share one request, and one wait after failed requests.
    ///
    /// - Parameters:
    ///   - configuration: the project of the app.
    ///   - folder: the folder of the identity's file, which has mode 0600; by default inside the
    ///     standard store.
    /// - Returns: the identity, which stays in memory until the process ends.
    public static func shared(_ configuration: FirebaseConfiguration, folder: URL? = nil)
        -> FirebaseInstallations
    {
        let folder = (folder ?? standardFolder).standardizedFileURL
        let key = Key(configuration: configuration, folder: folder.path)
        return opened.withLock { opened in
            if let installations = opened[key] { return installations }
            let installations = FirebaseInstallations(configuration, folder: folder)
            opened[key] = installations
            return installations
        }
    }
}
