import Foundation

extension ModelStore {
    /// Returns the store of an app with a name of its own, whose models have names independent of
    /// those of other apps.
    ///
    /// Its folder is `apps/NAME-DIGEST` inside this store's folder; the limits and the policy for
    /// retries are those of this store.
    ///
    /// - Parameter name: the name of the app, which may be any text.
    /// - Returns: the store.
    package func store(ofApp name: String) -> ModelStore {
        let folder = folder.appendingPathComponent("apps")
            .appendingPathComponent(ModelID.folderName(of: name))
        var store = ModelStore(folder: folder, limits: limits, retry: retry)
        store.availableSpace = availableSpace
        return store
    }
}
