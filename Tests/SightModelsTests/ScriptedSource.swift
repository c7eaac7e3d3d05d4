import Foundation
import SightConcurrency
import SightModels

/// A source with answers that the test sets.
final class ScriptedSource: ModelSource {
    /// The behavior of a read after its bytes.
    enum Reading: Sendable {
        case bytes([UInt8])
        case bytesThenFailure([UInt8], ModelDeliveryError)
        case failure(ModelDeliveryError)
        /// Bytes without end.
        case endless
        /// Nothing, until the task is cancelled.
        case hang
    }

    let requiredDigest: ModelDigest?
    let origin: ModelOrigin?
    /// The revision of the bytes that are sent, if it differs from that of the manifest.
    private let delivered: ModelRevision?
    private struct State {
        var manifests: [Result<ModelManifest?, ModelDeliveryError>]
        var readings: [Reading]
        var asked: [ModelRevision?] = []
        var offsets: [Int] = []
    }

    private let state: Guarded<State>

    /// Makes a source; the last entry of each list is repeated.
    init(
        _ manifests: [Result<ModelManifest?, ModelDeliveryError>], _ readings: [Reading],
        requiring digest: ModelDigest? = nil, delivering revision: ModelRevision? = nil,
        from place: String? = nil
    ) {
        requiredDigest = digest
        origin = place.map { ModelOrigin(["test", $0]) }
        delivered = revision
        state = Guarded(State(manifests: manifests, readings: readings))
    }

    /// Makes a source with one version of a model and a correct manifest.
    convenience init(
        _ id: ModelID, _ bytes: [UInt8], revision: String = "1", digest: Bool = true,
        from place: String? = nil
    ) {
        let manifest = ModelManifest(
            id: id, revision: ModelRevision(revision), size: bytes.count,
            digest: digest ? ModelDigest(of: bytes) : nil)
        self.init([.success(manifest)], [.bytes(bytes)], from: place)
    }

    /// The revisions that the store named in its requests.
    var knownRevisions: [ModelRevision?] { state.current.asked }
    /// The offsets from which the store requested bytes.
    var readOffsets: [Int] { state.current.offsets }

    func manifest(for id: ModelID, unless known: ModelRevision?)
        async throws(ModelDeliveryError) -> ModelManifest?
    {
        let answer = state.withLock { state in
            state.asked.append(known)
            return state.manifests.count > 1 ? state.manifests.removeFirst() : state.manifests[0]
        }
        guard let manifest = try answer.get() else { return nil }
        return manifest.revision == known && known != nil ? nil : manifest
    }

    func deliveredRevision(of manifest: ModelManifest) -> ModelRevision? {
        delivered ?? manifest.revision
    }

    func read(
        _ manifest: ModelManifest, from offset: Int,
        into write: (RawSpan) async throws(ModelDeliveryError) -> Void
    ) async throws(ModelDeliveryError) {
        let reading = state.withLock { state in
            state.offsets.append(offset)
            return state.readings.count > 1 ? state.readings.removeFirst() : state.readings[0]
        }
        switch reading {
        case .bytes(let bytes):
            try await pieces(bytes, offset, write)
        case .bytesThenFailure(let bytes, let error):
            try await pieces(bytes, offset, write)
            throw error
        case .failure(let error):
            throw error
        case .endless:
            let piece = modelBytes(65_536)[...]  // The span of an array needs macOS 26.
            while true { try await write(piece.span.bytes) }
        case .hang:
            do { try await Task.sleep(nanoseconds: 3600_000_000_000) } catch { throw .cancelled }
        }
    }

    private func pieces(
        _ bytes: [UInt8], _ offset: Int,
        _ write: (RawSpan) async throws(ModelDeliveryError) -> Void
    ) async throws(ModelDeliveryError) {
        for start in stride(from: offset, to: bytes.count, by: 1000) {
            let piece = bytes[start..<min(start + 1000, bytes.count)]
            try await write(piece.span.bytes)
        }
    }
}
