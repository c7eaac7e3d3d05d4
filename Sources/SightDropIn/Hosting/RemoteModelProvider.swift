package import Foundation

/// Fetches and keeps models for the model managers of the drop-in modules.
///
/// The seam to model hosting: ``HostedModels/provider`` is the only place to plug one in.
package protocol RemoteModelProvider: Sendable {
    /// The file of a model; `nil` when it is not downloaded. Quick, without the network.
    func path(of reference: RemoteModelReference) -> String?

    /// Downloads a model, or a newer version of it; done at once when there is none.
    ///
    /// ``path(of:)`` gives the new file when this returns. Several calls for one model share one
    /// download. `progress` may get another total and is counted up; it is finished by the caller.
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
