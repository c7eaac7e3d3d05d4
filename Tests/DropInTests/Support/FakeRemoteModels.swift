import Foundation
import SightDropIn

/// Hosting that has the models it is given; names that it does not know are not found.
final class FakeRemoteModels: RemoteModelProvider, @unchecked Sendable {  // state under a lock
    // Sendable proof: `downloaded` is only touched under the lock.

    private let paths: [String: String]
    private let lock = NSLock()
    private var downloaded: Set<String> = []

    init(_ paths: [String: String]) { self.paths = paths }

    func path(of reference: RemoteModelReference) -> String? {
        lock.withLock { downloaded.contains(reference.name) } ? paths[reference.name] : nil
    }

    func download(
        _ reference: RemoteModelReference, conditions: RemoteModelConditions, progress: Progress
    ) async throws(DropInError) {
        guard paths[reference.name] != nil else {
            throw DropInError(.notFound, "the server has no model \"\(reference.name)\"")
        }
        progress.totalUnitCount = 7
        lock.withLock { _ = downloaded.insert(reference.name) }
    }

    func delete(_ reference: RemoteModelReference) async throws(DropInError) {
        guard lock.withLock({ downloaded.remove(reference.name) }) != nil else {
            throw DropInError(.notFound, "the model \"\(reference.name)\" is not downloaded")
        }
    }
}
