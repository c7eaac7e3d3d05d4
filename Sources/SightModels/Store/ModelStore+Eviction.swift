extension ModelStore {
    /// Removes the models that were not used for the longest time until the rest fits the limit.
    ///
    /// Of all threads and processes, only one evicts at a time: each of two would remove the models
    /// that the other one counts on. Models that another thread or process is changing are skipped;
    /// no call waits for the lock of a model while it evicts.
    ///
    /// - Parameter kept: a model that stays, whatever its size.
    /// - Throws: ``ModelDeliveryError`` when a file cannot be removed, and `cancelled` when the
    ///   task is cancelled while it waits for its turn.
    func evict(keeping kept: ModelID) async throws(ModelDeliveryError) {
        guard let limit = limits.maximumTotalSize else { return }
        let turn = try await FileLock(
            waitingFor: ModelFolder.locksPath(root) + "/eviction.lock")
        defer { turn.hold() }
        var passed = [kept]
        while let (folder, model) = longestUnused(over: limit, besides: passed) {
            passed.append(model.id)
            guard let lock = try FileLock(trying: folder.lockPath) else { continue }
            try folder.removeAll()
            lock.hold()
        }
    }

    /// Reads the sizes and times of all models, and returns the one that was not used for the
    /// longest time; `nil` if all models fit the limit.
    private func longestUnused(over limit: Int, besides passed: [ModelID])
        -> (ModelFolder, InstalledModel)?
    {
        let models = folders().compactMap { folder in folder.installed().map { (folder, $0) } }
        guard models.reduce(0, { $0 + $1.1.size }) > limit else { return nil }
        return models.filter { !passed.contains($0.1.id) }
            .min { $0.0.lastUsed < $1.0.lastUsed }
    }
}
