package import Foundation
import SightConcurrency

/// The functions that both families of model managers share.
package enum HostedModels {
    private static let chosen = Guarded<any RemoteModelProvider>(StoredRemoteModels())
    private static let configured = Guarded<FirebaseProject?>(nil)

    /// The provider that downloads and stores models.
    package static var provider: any RemoteModelProvider {
        get { chosen.current }
        set { chosen.current = newValue }
    }

    /// The Firebase project that was configured in code; `nil` for the one in the app's property
    /// list.
    package static var project: FirebaseProject? {
        get { configured.current }
        set { configured.current = newValue }
    }

    /// Returns the path of a downloaded model; `nil` if it is not downloaded.
    package static func path(of reference: RemoteModelReference) -> String? {
        provider.path(of: reference)
    }

    /// Starts a download.
    ///
    /// - Parameters:
    ///   - reference: the model.
    ///   - conditions: the conditions for the download.
    ///   - finish: called exactly once, on any thread, after success or failure.
    /// - Returns: the progress; it ends as finished on success and as cancelled on failure.
    ///   Cancelling the progress cancels the download.
    package static func download(
        _ reference: RemoteModelReference, conditions: RemoteModelConditions,
        then finish: @escaping @Sendable (DropInError?) -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: 100)
        let provider = provider
        let task = Task {
            do throws(DropInError) {
                guard !reference.name.isEmpty else {
                    throw DropInError(.invalidArgument, "the name of the remote model is empty")
                }
                try await provider.download(
                    reference, conditions: conditions, progress: progress)
                progress.completedUnitCount = progress.totalUnitCount
                finish(nil)
            } catch {
                progress.cancel()
                finish(error)
            }
        }
        progress.cancellationHandler = { task.cancel() }
        return progress
    }

    /// Deletes a downloaded model, then calls back on ``DetectionCallbacks/queue``.
    package static func delete(
        _ reference: RemoteModelReference, completion: Completion<NSError?>
    ) {
        Task {
            do {
                try await delete(reference)
                completion(nil)
            } catch {
                completion(error as NSError)
            }
        }
    }

    /// Deletes a downloaded model.
    ///
    /// - Throws: an `NSError` in ``SightErrorDomain``.
    package nonisolated(nonsending) static func delete(_ reference: RemoteModelReference)
        async throws
    {
        do throws(DropInError) {
            try await provider.delete(reference)
        } catch {
            throw error.nsError
        }
    }
}
