package import Foundation

/// Stands where no model hosting is plugged in: nothing is downloaded and nothing can be.
package struct UnavailableRemoteModels: RemoteModelProvider {
    /// Makes the stand-in.
    package init() {}

    /// Nothing is downloaded.
    package func path(of reference: RemoteModelReference) -> String? { nil }

    /// Fails.
    package func download(
        _ reference: RemoteModelReference, conditions: RemoteModelConditions, progress: Progress
    ) async throws(DropInError) {
        throw DropInError(
            .failedPrecondition,
            "the model \"\(reference.name)\" cannot be downloaded: this build has no model hosting; "
                + "put the file into the app and use a local model")
    }

    /// Fails: there is nothing to delete.
    package func delete(_ reference: RemoteModelReference) async throws(DropInError) {
        throw DropInError(.notFound, "the model \"\(reference.name)\" is not downloaded")
    }
}
