extension ModelStore {
    /// Removes the models that were not used for the longest time until the rest fits the limit.
    ///
    /// Models that another thread or process is changing are skipped.
    ///
    /// - Parameter kept: a model that stays, whatever its size.
    /// - Throws: ``ModelDeliveryError`` when a file cannot be removed.
    func evict(keeping kept: ModelID) throws(ModelDeliveryError) {
        guard let limit = limits.maximumTotalSize else { return }
        let models = folders().compactMap { folder in folder.installed().map { (folder, $0) } }
        var total = models.reduce(0) { $0 + $1.1.size }
        let times = models.map(\.0.lastUsed)
        // Positions are sorted, because the code that sorts such pairs is four times as large.
        for index in models.indices.sorted(by: { times[$0] < times[$1] }) where total > limit {
            let (folder, model) = models[index]
            guard model.id != kept else { continue }
            guard let lock = try FileLock(trying: folder.lockPath) else { continue }
            try folder.removeAll()
            lock.hold()
            total -= model.size
        }
    }
}
