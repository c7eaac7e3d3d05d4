import SightDropIn
import SightModels

extension ModelDownloader {
    /// Lists the downloaded models.
    ///
    /// - Parameter completion: called once on the calling thread, before this method returns, as in
    ///   Firebase. The handlers of all other methods are called later, on the callback queue, which
    ///   is the main queue.
    public func listDownloadedModels(
        completion: @escaping (Result<Set<CustomModel>, DownloadedModelError>) -> Void
    ) {
        completion(.success(downloaded))
    }

    /// Lists the downloaded models.
    ///
    /// - Throws: ``DownloadedModelError``; now never, because the store skips unreadable models.
    public nonisolated(nonsending) func listDownloadedModels() async throws(DownloadedModelError)
        -> Set<CustomModel>
    { downloaded }

    /// Deletes a model from the device.
    ///
    /// - Parameters:
    ///   - modelName: the name of the model on the server.
    ///   - completion: called once, on the callback queue; with `notFound` for a model that is not
    ///     on the device.
    public func deleteDownloadedModel(
        name modelName: String, completion: @escaping (Result<Void, DownloadedModelError>) -> Void
    ) {
        let finish = Completion(completion)
        Task {
            do throws(DownloadedModelError) {
                finish(.success(try await deleteDownloadedModel(name: modelName)))
            } catch {
                finish(.failure(error))
            }
        }
    }

    /// Deletes a model from the device.
    ///
    /// - Throws: ``DownloadedModelError``: `notFound` for a model that is not on the device.
    public nonisolated(nonsending) func deleteDownloadedModel(name modelName: String)
        async throws(DownloadedModelError)
    {
        do throws(ModelDeliveryError) {
            try await store.delete(ModelID(modelName))
        } catch {
            throw DownloadedModelError(error)
        }
    }

    private var downloaded: Set<CustomModel> {
        Set(store.models().map { CustomModel($0) })
    }
}
