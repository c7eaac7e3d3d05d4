extension ModelStore {
    /// Removes the models that were not used for the longest time until the rest fits the limit.
    ///
    /// Models that another thread or process is changing are skipped.
    ///
    /// - Parameter kept: a model that stays, whatever its size.
    /// - Throws: ``ModelDeliveryError`` when a file cannot be removed.
    func evict(keeping kept: ModelID) throws(ModelDeliveryError) {
        guard let limit = limits.maximumTotalSize else { return }
        let folders = folders().compactMap { folder in folder.installed().map { (folder, $0) } }
        var total = folders.reduce(0) { $0 + $1.1.size }
        let oldestFirst = folders.filter { $0.1.id != kept }
            .sorted { $0.0.lastUsed < $1.0.lastUsed }
        for (folder, model) in oldestFirst where total > limit {
            guard let lock = try FileLock(trying: folder.lockPath) else { continue }
            try folder.removeAll()
            lock.hold()
            total -= model.size
        }
    }
}
