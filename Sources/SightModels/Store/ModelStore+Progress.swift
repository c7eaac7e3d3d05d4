public import Foundation

extension ModelStore {
    /// Starts an update that reports through a `Progress`, as views observe it.
    ///
    /// Counts bytes once the size is known, hundredths before. It is finished on success, also when
    /// there was nothing to download, and cancelled on failure; cancelling it cancels the update.
    ///
    /// - Parameters:
    ///   - id: the model.
    ///   - source: where it comes from.
    ///   - completion: called once, on any thread, after the store has the new state.
    /// - Returns: the progress, at once.
    public func download(
        _ id: ModelID, from source: any ModelSource,
        completion: @escaping @Sendable (Result<InstalledModel, ModelSourceError>) -> Void
    ) -> Progress {
        let meter = ProgressMeter()
        let store = self
        let task = Task {
            let result: Result<InstalledModel, ModelSourceError>
            do throws(ModelSourceError) {
                let model = try await store.update(id, from: source) { meter.show($0) }
                result = .success(model)
                meter.finish()
            } catch {
                result = .failure(error)
                meter.fail()
            }
            completion(result)
        }
        meter.progress.cancellationHandler = { task.cancel() }
        return meter.progress
    }
}
