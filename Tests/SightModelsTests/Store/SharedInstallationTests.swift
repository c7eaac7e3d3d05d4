import Foundation
import SightModels
import Testing

@Suite struct SharedInstallationTests {
    private let scratch = ScratchStore()
    private let bird: ModelID

    init() throws { bird = try ModelID("bird") }

    @Test func callersShareOneDownload() async throws {
        let store = scratch.store()
        let source = ScriptedSource(bird, modelBytes(200_000))
        let models = try await withThrowingTaskGroup(of: InstalledModel.self) { group in
            for _ in 0..<20 { group.addTask { try await store.update(bird, from: source) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(models).count == 1 && models.count == 20)
        #expect(source.readOffsets == [0])
    }

    @Test(.timeLimit(.minutes(10)))
    func cancelledCallersLeaveAtOnce() async throws {
        let store = scratch.store()
        let manifest = ModelManifest(id: bird, size: 100)
        let source = ScriptedSource([.success(manifest)], [.hang])
        let callers = (0..<3).map { _ in Task { try await store.update(bird, from: source) } }
        while source.readOffsets.isEmpty { try await Task.sleep(nanoseconds: 1_000_000) }
        for caller in callers {
            caller.cancel()
            let result = await caller.result
            #expect { try result.get() } throws: { ($0 as? ModelDeliveryError)?.code == .cancelled }
        }
        // The next installation can take the lock.
        let model = try await store.update(bird, from: ScriptedSource(bird, modelBytes(50)))
        #expect(model.size == 50)
    }

    @Test(.timeLimit(.minutes(10)))
    func oneCallersCancellationIsNotTheOthers() async throws {
        let store = scratch.store()
        let bytes = modelBytes(100)
        let manifest = ModelManifest(id: bird, size: 100)
        let wait = ModelDeliveryError(.resourceExhausted, "wait", detail: RetryAdvice())
        let source = ScriptedSource([.failure(wait), .success(manifest)], [.bytes(bytes)])
        var slow = store
        slow.retry.sleep = { _ in try await Task.sleep(nanoseconds: 100_000_000) }
        let store2 = slow
        let first = Task { try await store2.update(bird, from: source) }
        while source.knownRevisions.isEmpty { try await Task.sleep(nanoseconds: 1_000_000) }
        let second = Task { try await store2.update(bird, from: source) }
        try await Task.sleep(nanoseconds: 10_000_000)
        first.cancel()
        #expect(try await second.value.size == 100)
    }

    @Test(.timeLimit(.minutes(10)))
    func whoRequiresADigestJoinsNobodyElse() async throws {
        let store = scratch.store()
        let manifest = ModelManifest(id: bird, size: 100)
        let hanging = ScriptedSource([.success(manifest)], [.hang])
        let first = Task { try await store.update(bird, from: hanging) }
        while hanging.readOffsets.isEmpty { try await Task.sleep(nanoseconds: 1_000_000) }
        let bytes = modelBytes(100)
        let strict = ScriptedSource(
            [.success(manifest)], [.bytes(bytes)], requiring: ModelDigest(of: [1]))
        let second = Task { try await store.update(bird, from: strict) }
        try await Task.sleep(nanoseconds: 20_000_000)
        first.cancel()
        await #expect { try await second.value } throws: {
            ($0 as? ModelDeliveryError)?.code == .wrongDigest
        }
        #expect(!strict.knownRevisions.isEmpty && store.installed(bird) == nil)
    }

    @Test(.timeLimit(.minutes(10)))
    func callersWithAnotherOriginJoinNobodyElse() async throws {
        let store = scratch.store()
        let manifest = ModelManifest(id: bird, size: 100)
        let hanging = ScriptedSource([.success(manifest)], [.hang], from: "a")
        let first = Task { try await store.update(bird, from: hanging) }
        while hanging.readOffsets.isEmpty { try await Task.sleep(nanoseconds: 1_000_000) }
        let bytes = modelBytes(100)
        let other = ScriptedSource([.success(manifest)], [.bytes(bytes)], from: "b")
        let second = Task { try await store.update(bird, from: other) }
        try await Task.sleep(nanoseconds: 20_000_000)
        first.cancel()
        #expect(try await second.value.digest == ModelDigest(of: bytes))
        #expect(other.readOffsets == [0])
    }

    @Test func progressFinishesAndNeverRunsBack() async throws {
        let store = scratch.store()
        let source = ScriptedSource(bird, modelBytes(50_000))
        for _ in 0..<2 {
            let (results, completion) = AsyncStream.makeStream(
                of: Result<InstalledModel, ModelDeliveryError>.self)
            let progress = store.download(bird, from: source) { completion.yield($0) }
            var iterator = results.makeAsyncIterator()
            let result = try #require(await iterator.next())
            #expect(try result.get().size == 50_000)
            #expect(progress.isFinished)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func progressCancels() async throws {
        let store = scratch.store()
        let source = ScriptedSource([.success(ModelManifest(id: bird, size: 9))], [.hang])
        let result = await withCheckedContinuation { continuation in
            let progress = store.download(bird, from: source) { continuation.resume(returning: $0) }
            progress.cancel()
        }
        #expect { try result.get() } throws: { ($0 as? ModelDeliveryError)?.code == .cancelled }
        #expect(store.installed(bird) == nil)
    }
}
