import Foundation
import SightModels
import Testing

/// Failures during an installation: no bad file is installed, and the installed model stays.
@Suite struct InstallationTests {
    private let scratch = ScratchStore()
    private let bird: ModelID

    init() throws { bird = try ModelID("bird") }

    private func manifest(
        _ bytes: [UInt8], size: Int? = nil, digest: ModelDigest? = nil, revision: String = "2"
    ) -> ModelManifest {
        ModelManifest(
            id: bird, revision: ModelRevision(revision), size: size ?? bytes.count, digest: digest)
    }

    private static let broken = ModelDeliveryError(
        .failedPrecondition, "cut", detail: RetryAdvice())

    /// Installs a good model, then updates from a bad source; returns the code of the failure.
    private func codeAfterGoodModel(
        _ source: ScriptedSource, limits: StoreLimits = StoreLimits(), space: Int? = nil
    ) async throws -> ModelDeliveryError.Code? {
        var store = scratch.store(limits: limits)
        let good = modelBytes(1000)
        let installed = try await store.update(bird, from: ScriptedSource(bird, good))
        if let space { store.availableSpace = { _ in space } }
        var code: ModelDeliveryError.Code?
        do {
            _ = try await store.update(bird, from: source)
        } catch {
            code = error.code
        }
        #expect(store.installed(bird) == installed)
        try store.verify(bird)
        let left = scratch.modelFiles().filter { $0 != "current" && !$0.hasPrefix("partial") }
        #expect(left == [installed.digest.hexadecimal + ".tflite"])
        return code
    }

    @Test func tooManyBytes() async throws {
        let bytes = modelBytes(3000)
        let source = ScriptedSource([.success(manifest(bytes, size: 2999))], [.bytes(bytes)])
        #expect(try await codeAfterGoodModel(source) == .wrongSize)
    }

    @Test func tooFewBytes() async throws {
        let bytes = modelBytes(3000)
        let source = ScriptedSource([.success(manifest(bytes, size: 3001))], [.bytes(bytes)])
        #expect(try await codeAfterGoodModel(source) == .wrongSize)
    }

    @Test func otherBytes() async throws {
        let bytes = modelBytes(3000)
        let described = manifest(bytes, digest: ModelDigest(of: [1]))
        let source = ScriptedSource([.success(described)], [.bytes(bytes)])
        #expect(try await codeAfterGoodModel(source) == .wrongDigest)
    }

    @Test(arguments: [0, 7, 8, 200])
    func notAModel(count: Int) async throws {
        let bytes = Array(repeating: UInt8(0x3c), count: count)
        let source = ScriptedSource([.success(manifest(bytes))], [.bytes(bytes)])
        #expect(try await codeAfterGoodModel(source) == .notAModel)
    }

    /// A server that has only a part of the file announces no size, or the size of the part.
    @Test(arguments: [true, false])
    func aPartOfAModel(isSized: Bool) async throws {
        let bytes = Array(SampleModel.bytes.dropLast(1))
        let described = ModelManifest(
            id: bird, revision: ModelRevision("2"), size: isSized ? bytes.count : nil)
        let source = ScriptedSource([.success(described)], [.bytes(bytes)])
        #expect(try await codeAfterGoodModel(source) == .notAModel)
    }

    @Test func endlessBody() async throws {
        let unsized = ModelManifest(id: bird, revision: ModelRevision("2"))
        let source = ScriptedSource([.success(unsized)], [.endless])
        let limits = StoreLimits(maximumModelSize: 1_000_000)
        #expect(try await codeAfterGoodModel(source, limits: limits) == .tooLarge)
    }

    @Test func announcedTooLarge() async throws {
        let source = ScriptedSource([.success(manifest([], size: .max))], [.endless])
        #expect(try await codeAfterGoodModel(source) == .tooLarge)
        let negative = ScriptedSource([.success(manifest([], size: -1))], [.endless])
        #expect(try await codeAfterGoodModel(negative) == .tooLarge)
    }

    /// A record with this mark would be longer than the part of it that is read.
    @Test(arguments: [1025, 100_000])
    func longMark(count: Int) async throws {
        let mark = String(repeating: "m", count: count)
        let source = ScriptedSource(bird, modelBytes(3000, seed: 2), revision: mark)
        #expect(try await codeAfterGoodModel(source) == .internalError)
    }

    /// A mark becomes a header field of later requests, which it must not continue with another.
    @Test(arguments: ["\"1\"\r\nX-Admin: 1", "a\nb", "\u{0}"])
    func markWithControlCharacters(mark: String) async throws {
        let source = ScriptedSource(bird, modelBytes(3000, seed: 2), revision: mark)
        #expect(try await codeAfterGoodModel(source) == .internalError)
    }

    /// The mark that comes with the bytes becomes a header field, too.
    @Test(arguments: ["a\nb", String(repeating: "m", count: 1025)])
    func markOfTheBytes(mark: String) async throws {
        let bytes = modelBytes(3000, seed: 2)
        let source = ScriptedSource(
            [.success(manifest(bytes))], [.bytes(bytes)], delivering: ModelRevision(mark))
        #expect(try await codeAfterGoodModel(source) == .internalError)
    }

    /// Failed downloads that cannot be continued leave no folder.
    @Test(arguments: [4999, 5000]) func failuresLeaveNothing(space: Int) async throws {
        let bytes = modelBytes(5000)
        let digest = ModelDigest(of: space < bytes.count ? bytes : [1])
        var limited = scratch.store()
        limited.availableSpace = { _ in space }
        let store = limited
        let source = ScriptedSource([.success(manifest(bytes, digest: digest))], [.bytes(bytes)])
        await #expect { try await store.update(bird, from: source) } throws: {
            let code = ($0 as? ModelDeliveryError)?.code
            return code == (space < bytes.count ? .notEnoughSpace : .wrongDigest)
        }
        #expect(scratch.modelFolders().isEmpty)
    }

    /// A source that cancels the installation which asks it for a manifest.
    private struct CancellingSource: ModelSource {
        let base: ScriptedSource

        func manifest(for id: ModelID, unless known: ModelRevision?)
            async throws(ModelDeliveryError) -> ModelManifest?
        {
            Self.cancelTask()
            return try await base.manifest(for: id, unless: known)
        }

        func read(
            _ manifest: ModelManifest, from offset: Int,
            into write: (RawSpan) async throws(ModelDeliveryError) -> Void
        ) async throws(ModelDeliveryError) {
            try await base.read(manifest, from: offset, into: write)
        }

        private static func cancelTask() { withUnsafeCurrentTask { $0?.cancel() } }
    }

    /// A cancelled update does not hash the bytes of an earlier one, and keeps them.
    @Test func aCancelledUpdateKeepsThePart() async throws {
        let store = scratch.store()
        let bytes = modelBytes(5000)
        let described = manifest(bytes, digest: ModelDigest(of: bytes))
        let broken = ScriptedSource(
            [.success(described)],
            [.bytesThenFailure(Array(bytes.prefix(2000)), Self.broken), .failure(Self.broken)])
        await #expect(throws: ModelDeliveryError.self) {
            try await store.update(bird, from: broken)
        }
        let whole = ScriptedSource([.success(described)], [.bytes(bytes)])
        let cancelling = CancellingSource(base: whole)
        await #expect { try await store.update(bird, from: cancelling) } throws: {
            ($0 as? ModelDeliveryError)?.code == .cancelled
        }
        #expect(whole.readOffsets.isEmpty)
        _ = try await store.update(bird, from: whole)
        #expect(whole.readOffsets == [2000])
    }

    /// Without an announced SHA-256, a later update could not continue the download.
    @Test func anUnprotectedPartGoes() async throws {
        let bytes = modelBytes(5000)
        let source = ScriptedSource(
            [.success(manifest(bytes))],
            [.bytesThenFailure(Array(bytes.prefix(2000)), Self.broken), .failure(Self.broken)])
        await #expect(throws: ModelDeliveryError.self) {
            try await scratch.store().update(bird, from: source)
        }
        #expect(scratch.modelFolders().isEmpty)
    }

    @Test func fullDisk() async throws {
        let source = ScriptedSource(bird, modelBytes(5000, seed: 2), revision: "2")
        #expect(try await codeAfterGoodModel(source, space: 4999) == .notEnoughSpace)
    }

    @Test func unchangedWithoutAFile() async throws {
        let source = ScriptedSource([.success(nil)], [.endless])
        await #expect { try await scratch.store().update(bird, from: source) } throws: {
            ($0 as? ModelDeliveryError)?.code == .internalError
        }
    }

    @Test func finalFailuresAreNotRepeated() async throws {
        let source = ScriptedSource([.failure(ModelDeliveryError(.notFound, "no"))], [.endless])
        #expect(try await codeAfterGoodModel(source) == .notFound)
        #expect(source.knownRevisions.count == 1)
    }

    @Test func stormsEnd() async throws {
        let source = ScriptedSource([.failure(Self.broken)], [.endless])
        #expect(try await codeAfterGoodModel(source) == .failedPrecondition)
        #expect(source.knownRevisions.count == 5)
    }

    @Test func readsOnAfterABrokenConnection() async throws {
        let bytes = modelBytes(5000)
        let source = ScriptedSource(
            [.success(manifest(bytes))],
            [
                .bytesThenFailure(Array(bytes.prefix(2000)), Self.broken),
                .bytes(Array(bytes.prefix(3000))), .bytes(bytes),
            ])
        let model = try await scratch.store().update(bird, from: source)
        #expect(model.digest == ModelDigest(of: bytes))
        #expect(source.readOffsets == [0, 2000, 3000])
    }

    @Test func startsAnewWhereReadingOnIsImpossible() async throws {
        let bytes = modelBytes(5000)
        let source = ScriptedSource(
            [.success(manifest(bytes))],
            [
                .bytesThenFailure(modelBytes(2000, seed: 7), Self.broken),
                .failure(ModelDeliveryError(.cannotResume, "changed")), .bytes(bytes),
            ])
        let model = try await scratch.store().update(bird, from: source)
        #expect(model.digest == ModelDigest(of: bytes))
        #expect(source.readOffsets == [0, 2000, 0])
    }

    /// After a restart, a download continues only if an announced SHA-256 protects the result.
    @Test(arguments: [true, false])
    func readsOnInTheNextCall(hasDigest: Bool) async throws {
        let bytes = modelBytes(5000)
        let described = manifest(bytes, digest: hasDigest ? ModelDigest(of: bytes) : nil)
        let failing = ScriptedSource(
            [.success(described)],
            [.bytesThenFailure(Array(bytes.prefix(2000)), Self.broken), .failure(Self.broken)])
        await #expect(throws: ModelDeliveryError.self) {
            try await scratch.store().update(bird, from: failing)
        }
        let source = ScriptedSource([.success(described)], [.bytes(bytes)])
        let model = try await scratch.store().update(bird, from: source)
        #expect(model.digest == ModelDigest(of: bytes))
        #expect(source.readOffsets == [hasDigest ? 2000 : 0])
    }

    /// A disk without space for the rest costs no bytes that have arrived.
    @Test func readsOnAfterSpaceWasMade() async throws {
        let bytes = modelBytes(5000)
        let described = manifest(bytes, digest: ModelDigest(of: bytes))
        let failing = ScriptedSource(
            [.success(described)],
            [.bytesThenFailure(Array(bytes.prefix(2000)), Self.broken), .failure(Self.broken)])
        await #expect(throws: ModelDeliveryError.self) {
            try await scratch.store().update(bird, from: failing)
        }
        var limited = scratch.store()
        limited.availableSpace = { _ in 2999 }
        let store = limited
        let source = ScriptedSource([.success(described)], [.bytes(bytes)])
        await #expect { try await store.update(bird, from: source) } throws: {
            ($0 as? ModelDeliveryError)?.code == .notEnoughSpace
        }
        #expect(scratch.modelFiles().contains("partial"))
        let model = try await scratch.store().update(bird, from: source)
        #expect(model.digest == ModelDigest(of: bytes))
        #expect(source.readOffsets == [2000])
    }

    @Test func expiredAddressesAreRenewedOnce() async throws {
        let bytes = modelBytes(500)
        let expired = ModelDeliveryError(.expired, "old address")
        let good = ScriptedSource([.success(manifest(bytes))], [.failure(expired), .bytes(bytes)])
        #expect(try await scratch.store().update(bird, from: good).size == 500)
        let bad = ScriptedSource([.success(manifest(bytes, revision: "3"))], [.failure(expired)])
        await #expect { try await scratch.store().update(bird, from: bad) } throws: {
            ($0 as? ModelDeliveryError)?.code == .expired
        }
        #expect(bad.knownRevisions.count == 2)
    }

    /// A server may replace the file after it has answered the request for the manifest.
    @Test func replacedFilesAreAnnouncedAgainOnce() async throws {
        let bytes = modelBytes(600)
        let good = ScriptedSource(
            [.success(manifest(bytes, size: 500)), .success(manifest(bytes, revision: "3"))],
            [.bytes(bytes)])
        #expect(try await scratch.store().update(bird, from: good).size == 600)
        #expect(good.knownRevisions.count == 2)
        let bad = ScriptedSource(
            [.success(manifest(bytes, size: 500, revision: "4"))], [.bytes(bytes)])
        await #expect { try await scratch.store().update(bird, from: bad) } throws: {
            ($0 as? ModelDeliveryError)?.code == .wrongSize
        }
        #expect(bad.knownRevisions.count == 2)
    }
}
