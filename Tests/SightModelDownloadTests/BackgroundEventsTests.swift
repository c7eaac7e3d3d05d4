import Foundation
import SightConcurrency
import SightModelDownload
import SightModels
import Testing

/// The system may suspend an app that has handled its events, so the models are installed before.
@Suite(.timeLimit(.minutes(2))) struct BackgroundEventsTests {
    private let scratch = ScratchFolder()
    private let bird: ModelID
    private let address = URL(fileURLWithPath: "/model.tflite")
    /// Whether the model was installed, each time at which the system was told.
    private let told = Guarded<[Bool]>([])

    init() throws { bird = try ModelID("bird") }

    /// A source that reads the exchange of a test.
    private struct Source: ModelSource {
        let size: Int
        let exchange: @Sendable (RunningInstallation?) async -> HTTPExchange

        func manifest(for id: ModelID, unless known: ModelRevision?)
            async throws(ModelDeliveryError) -> ModelManifest?
        { ModelManifest(id: id, size: size) }

        func read(
            _ manifest: ModelManifest, from offset: Int,
            into write: (RawSpan) async throws(ModelDeliveryError) -> Void
        ) async throws(ModelDeliveryError) {
            let exchange = await self.exchange(RunningInstallation.current)
            while let piece = try await exchange.next() { try await write(piece.bytes) }
        }
    }

    private func events(patience: Double = BackgroundEvents.patience) -> BackgroundEvents {
        let (store, bird, told) = (scratch.store(), bird, told)
        return BackgroundEvents(patience: patience) {
            told.withLock { $0.append(store.installed(bird) != nil) }
        }
    }

    /// Installs a model that arrives in a file, after a first step.
    private func install(
        _ events: BackgroundEvents, _ first: @escaping @Sendable (RunningInstallation) async -> Void
    ) async throws {
        let bytes = modelBytes(3000)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "sight-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        let address = address
        let source = Source(size: bytes.count) { installation in
            if let installation { await first(installation) }
            let exchange = HTTPExchange(url: address)
            let head = HTTPHead(status: 200, url: address, fields: [:])
            events.handle(for: installation) { await exchange.play(file, head: head) }
            events.allAreReported()
            return exchange
        }
        _ = try await scratch.store().update(bird, from: source)
    }

    /// Waits until the system was told a number of times.
    private func wait(_ count: Int = 1) async {
        while told.current.count < count { await Task.yield() }
    }

    @Test func theModelIsInstalledBeforeTheSystemIsTold() async throws {
        try await install(events()) { _ in }
        await wait()
        #expect(told.current == [true])
    }

    /// The installation goes on after the next download, which does not need the app.
    @Test func anInstallationThatWaitsForADownloadIsNotAwaited() async throws {
        let events = events()
        let told = told
        try await install(events) { installation in
            events.handle(for: installation) {}
            events.allAreReported()
            installation.waitsForDownload()
            while told.current.isEmpty { await Task.yield() }
        }
        await wait(2)
        #expect(told.current == [false, true])
    }

    /// The system ends an app that lets it wait too long.
    @Test func aSlowInstallationIsNotAwaitedForever() async throws {
        let events = events(patience: 0.01)
        let told = told
        try await install(events) { installation in
            events.handle(for: installation) {}
            events.allAreReported()
            while told.current.isEmpty { await Task.yield() }
        }
        #expect(told.current.first == false)
    }

    @Test func eventsWithoutAnInstallationAreHandled() async {
        let events = events()
        let isPassedOn = Guarded(false)
        events.handle(for: nil) { isPassedOn.current = true }
        while !isPassedOn.current { await Task.yield() }
        #expect(told.current.isEmpty)
        events.allAreReported()
        await wait()
        #expect(told.current == [false])
        events.allAreReported()
        await wait(2)
    }

    @Test func noInstallationRunsOutsideOfTheStore() {
        #expect(RunningInstallation.current == nil)
    }
}
