import Foundation
import SightModels
import Testing

@Suite struct FileModelSourceTests {
    private let scratch = ScratchStore()

    @Test func installsFromAFolder() async throws {
        let bytes = modelBytes(1000)
        _ = try scratch.file("bird.tflite", bytes)
        let source = FileModelSource(folder: scratch.folder)
        let model = try await scratch.store().update(try ModelID("bird"), from: source)
        #expect(model.digest == ModelDigest(of: bytes))
    }

    @Test func aPartOfAFileIsNotInstalled() async throws {
        let file = try scratch.file("bird.tflite", Array(SampleModel.bytes.prefix(300)))
        await #expect {
            try await scratch.store().update(try ModelID("bird"), from: FileModelSource(file: file))
        } throws: {
            ($0 as? ModelDeliveryError)?.code == .notAModel
        }
        #expect(scratch.modelFiles().isEmpty)
    }

    @Test func namesCannotLeaveTheFolder() async throws {
        let source = FileModelSource(folder: scratch.folder)
        for name in ["../bird", "/etc/passwd", ".hidden"] {
            let id = try ModelID(name)
            await #expect { try await source.manifest(for: id, unless: nil) } throws: {
                ($0 as? ModelDeliveryError)?.code == .invalidArgument
            }
        }
    }

    /// A pipe without a writer is not opened.
    @Test(.timeLimit(.minutes(5))) func pipesAreNoModels() async throws {
        _ = try scratch.file("bird.tflite", [])
        let path = scratch.folder.appendingPathComponent("pipe.tflite").path
        #expect(mkfifo(path, 0o600) == 0)
        let id = try ModelID("pipe")
        await #expect {
            try await FileModelSource(folder: scratch.folder).manifest(for: id, unless: nil)
        } throws: {
            ($0 as? ModelDeliveryError)?.code == .fileFailure
        }
    }

    @Test func missingFilesAndFolders() async throws {
        let id = try ModelID("bird")
        await #expect {
            try await FileModelSource(folder: scratch.folder).manifest(for: id, unless: nil)
        } throws: {
            ($0 as? ModelDeliveryError)?.code == .notFound
        }
        await #expect(throws: ModelDeliveryError.self) {
            let folder = FileManager.default.temporaryDirectory
            return try await FileModelSource(file: folder).manifest(for: id, unless: nil)
        }
    }
}
