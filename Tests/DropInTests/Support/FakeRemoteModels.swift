import Foundation
import SightConcurrency
import SightDropIn

/// A provider of remote models that has the given models and no others.
final class FakeRemoteModels: RemoteModelProvider {
    private let paths: [String: String]
    private let downloaded = Guarded<Set<String>>([])

    init(_ paths: [String: String]) { self.paths = paths }

    func path(of reference: RemoteModelReference) -> String? {
        downloaded.current.contains(reference.name) ? paths[reference.name] : nil
    }

    func download(
        _ reference: RemoteModelReference, conditions: RemoteModelConditions, progress: Progress
    ) async throws(DropInError) {
        guard paths[reference.name] != nil else {
            throw DropInError(.notFound, "the server has no model \"\(reference.name)\"")
        }
        progress.totalUnitCount = 7
        downloaded.withLock { _ = $0.insert(reference.name) }
    }

    func delete(_ reference: RemoteModelReference) async throws(DropInError) {
        guard downloaded.withLock({ $0.remove(reference.name) }) != nil else {
            throw DropInError(.notFound, "the model \"\(reference.name)\" is not downloaded")
        }
    }
}
