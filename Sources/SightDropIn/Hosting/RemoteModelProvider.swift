package import Foundation

/// Downloads and stores models for the model managers of the drop-in modules.
///
/// To replace the model hosting, set ``HostedModels/provider``.
package protocol RemoteModelProvider: Sendable {
    /// Returns the path of a model, quickly and without the network; `nil` if it is not downloaded.
    func path(of reference: RemoteModelReference) -> String?

    /// Downloads a model, or a newer version of it; returns at once if there is none.
    ///
    /// Afterwards, ``path(of:)`` returns the new file. Several calls for one model share one
    /// download. `progress` may get another total and is counted up; the caller finishes it.
    ///
    /// - Throws: `notFound`, `permissionDenied`, `resourceExhausted`, `notEnoughSpace`,
    ///   `failedPrecondition`, `invalidArgument`, `cancelled`, `internal`.
    func download(
        _ reference: RemoteModelReference, conditions: RemoteModelConditions, progress: Progress
    ) async throws(DropInError)

    /// Deletes a downloaded model.
    ///
    /// - Throws: `notFound` when it is not downloaded, `internal`.
    func delete(_ reference: RemoteModelReference) async throws(DropInError)
}
