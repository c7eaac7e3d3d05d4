public import Foundation

extension ModelStore {
    /// Starts an update and reports it through a `Progress`, which views can observe.
    ///
    /// The progress counts bytes once the size is known, and hundredths before. It is finished on
    /// success, also if nothing had to be downloaded, and cancelled on failure. Cancelling the
    /// progress cancels the update.
    ///
    /// - Parameters:
    ///   - id: the model.
    ///   - source: the source from which the model is downloaded.
    ///   - completion: called once, on any thread, after the store has changed.
    /// - Returns: the progress, immediately.
    public func download(
        _ id: ModelID, from source: any ModelSource,
        completion: @escaping @Sendable (Result<InstalledModel, ModelDeliveryError>) -> Void
    ) -> Progress {
        let meter = ProgressMeter()
        let store = self
        let task = Task {
            let result: Result<InstalledModel, ModelDeliveryError>
            do throws(ModelDeliveryError) {
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
