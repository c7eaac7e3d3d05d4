import Foundation
import ModelFixtures
import SightConcurrency
import SightDropIn
import SightModels
import Testing

@Suite(.timeLimit(.minutes(10))) struct StoredRemoteModelsTests {
    private let conditions = RemoteModelConditions(
        allowsCellularAccess: true, allowsBackgroundDownloading: false)

    private func provider() throws -> StoredRemoteModels {
        StoredRemoteModels(store: ModelStore(folder: try ScratchFiles.folder()))
    }

    @Test func theTotalIsTheSizeOfTheFile() async throws {
        let bytes = StubModels.classifier(scores: [3, 7])
        let file = URL(fileURLWithPath: try ScratchFiles.file(bytes))
        let progress = Progress(totalUnitCount: 100)
        let reference = RemoteModelReference(name: "bird", host: .address(file))
        let provider = try provider()
        try await provider.download(reference, conditions: conditions, progress: progress)
        #expect(progress.totalUnitCount == Int64(bytes.count))
        #expect(!progress.isFinished)
        #expect(provider.path(of: reference) != nil)
    }

    /// The installed file of another address is not the model of this one.
    @Test func anotherAddressIsAnotherModel() async throws {
        let bytes = StubModels.classifier(scores: [3, 7])
        let files = try (0..<2).map { _ in
            URL(fileURLWithPath: try ScratchFiles.file(bytes))
        }
        let references = files.map { RemoteModelReference(name: "bird", host: .address($0)) }
        let provider = try provider()
        try await provider.download(
            references[0], conditions: conditions, progress: Progress(totalUnitCount: 100))
        #expect(provider.path(of: references[0]) != nil)
        #expect(provider.path(of: references[1]) == nil)
    }

    /// A file is used only with the SHA-256 that the app states.
    @Test func theDigestSelectsTheFile() async throws {
        let bytes = StubModels.classifier(scores: [3, 7])
        let file = URL(fileURLWithPath: try ScratchFiles.file(bytes))
        let provider = try provider()
        let digest = ModelDigest(of: bytes).hexadecimal
        let other = ModelDigest(of: [1, 2, 3]).hexadecimal
        func reference(_ sha256: String?) -> RemoteModelReference {
            RemoteModelReference(name: "bird", host: .address(file, sha256: sha256))
        }
        try await provider.download(
            reference(digest), conditions: conditions, progress: Progress(totalUnitCount: 100))
        #expect(provider.path(of: reference(digest)) != nil)
        #expect(provider.path(of: reference(nil)) != nil)
        for (sha256, code) in [(other, SightErrorCode.incompatibleModel), ("7f", .invalidArgument)]
        {
            #expect(provider.path(of: reference(sha256)) == nil)
            let error = await #expect(throws: DropInError.self) {
                try await provider.download(
                    reference(sha256), conditions: conditions,
                    progress: Progress(totalUnitCount: 100))
            }
            #expect(error?.code == code, "\(sha256)")
        }
        #expect(provider.path(of: reference(digest)) != nil)
    }

    /// Bytes are not hundredths: nothing is shown until the size is known.
    @Test func anUnknownSizeShowsNoProgress() async throws {
        let bytes = StubModels.classifier(scores: [3, 7])
        let server = try UnsizedServer(bytes, pause: 0.3)
        let progress = Progress(totalUnitCount: 100)
        let provider = try provider()
        let isOver = Guarded(false)
        let (url, conditions) = (server.url, conditions)
        let download = Task {
            defer { isOver.current = true }
            try await provider.download(
                RemoteModelReference(name: "bird", host: .address(url)), conditions: conditions,
                progress: progress)
        }
        while !isOver.current {
            let completed = progress.completedUnitCount
            if progress.totalUnitCount == 100 { #expect(completed == 0) }
            try await Task.sleep(nanoseconds: 5_000_000)
        }
        try await download.value
        #expect(progress.totalUnitCount == Int64(bytes.count))
    }
}
