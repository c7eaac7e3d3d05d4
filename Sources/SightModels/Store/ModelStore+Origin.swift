extension ModelStore {
    /// Returns the installed version of a model, unless it comes from another origin than a
    /// source's or has another SHA-256 than the source requires; also records that the model is in
    /// use.
    ///
    /// A version that was installed before stores recorded origins counts as one of any source. The
    /// next update does not trust its revision.
    ///
    /// - Parameters:
    ///   - id: the model.
    ///   - source: the source from which the model would be updated.
    /// - Returns: the version; `nil` if no version is installed, or if it has another origin or
    ///   another SHA-256.
    public func installed(_ id: ModelID, from source: any ModelSource) -> InstalledModel? {
        let folder = ModelFolder(root: root, id: id)
        guard let model = folder.installed(), model.origin ?? source.origin == source.origin,
            source.requiredDigest ?? model.digest == model.digest
        else { return nil }
        folder.markUsed()
        return model
    }

    /// Returns the path of a model's newest file, if it is the version that
    /// ``installed(_:from:)`` returns; also records that the model is in use.
    ///
    /// - Parameters:
    ///   - id: the model.
    ///   - source: the source from which the model would be updated.
    /// - Returns: the path; `nil` if ``installed(_:from:)`` returns none.
    public func path(of id: ModelID, from source: any ModelSource) -> String? {
        installed(id, from: source)?.path
    }
}
