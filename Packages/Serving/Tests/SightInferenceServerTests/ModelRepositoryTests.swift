import Foundation
import Logging
import SightInferenceServer
import Testing

@Suite struct ModelRepositoryTests {
    private let folder: URL
    private let repository: ModelRepository

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("repository-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var settings = ServeSettings()
        settings.repository = folder.path
        settings.instances = 1
        repository = ModelRepository(
            settings,
            logger: Logger(label: "test") { _ in
                SwiftLogNoOpLogHandler()
            })
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url, options: .atomic)
    }

    private func outputs(_ model: String, _ version: String = "") throws -> Int {
        try repository.find(model, version: version).outputs.count
    }

    @Test func versionsComeAndGo() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let early = #expect(throws: ServeError.self) { try outputs("m") }
        #expect(early?.kind == .unavailable)
        try write(try TestModels.classifier(), to: "m/1/model.tflite")
        try write(try TestModels.localizer(), to: "m/2/model.tflite")
        try write(try TestModels.localizer(), to: "m/03/model.tflite")
        repository.refresh()
        #expect(try outputs("m") == 4)
        #expect(try outputs("m", "1") == 1)
        #expect(try repository.metadata("m", version: "").versions == ["1", "2"])
        for version in ["3", "03", "x", "-1"] {
            let error = #expect(throws: ServeError.self) { try outputs("m", version) }
            #expect(error?.kind == .notFound)
        }
        try FileManager.default.removeItem(at: folder.appendingPathComponent("m/2"))
        repository.refresh()
        #expect(try outputs("m") == 1)
        // If the whole folder is missing, loaded models stay.
        try FileManager.default.removeItem(at: folder)
        repository.refresh()
        #expect(try outputs("m") == 1)
    }

    @Test func damagedFilesLeaveTheOldOnesServed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(try TestModels.classifier(), to: "m/1/model.tflite")
        repository.refresh()
        let before = try repository.find("m", version: "1")
        try write(Array("garbage".utf8), to: "m/1/model.tflite")
        try write(Array("garbage".utf8), to: "m/2/model.tflite")
        repository.refresh()
        #expect(try repository.find("m", version: "") === before)
        let statuses = repository.statuses
        #expect(statuses.map(\.state) == ["READY", "UNAVAILABLE"])
        #expect(statuses.allSatisfy { $0.reason.contains("FlatBuffer") }, "\(statuses)")
        try write(try TestModels.localizer(), to: "m/1/model.tflite")
        repository.refresh()
        #expect(try outputs("m", "1") == 4)
        #expect(repository.statuses.map(\.reason) == ["", statuses[1].reason])
    }

    @Test func versionsSwappedAtOnceAreBothExchanged() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(try TestModels.classifier(), to: "m/1/model.tflite")
        try write(try TestModels.localizer(), to: "m/2/model.tflite")
        repository.refresh()
        for (from, to) in [("m/1", "m/swap"), ("m/2", "m/1"), ("m/swap", "m/2")] {
            try FileManager.default.moveItem(
                at: folder.appendingPathComponent(from), to: folder.appendingPathComponent(to))
        }
        repository.refresh()
        #expect(try outputs("m", "1") == 4)
        #expect(try outputs("m", "2") == 1)
    }

    @Test func settingsAreObeyed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for version in 1...3 {
            try write(try TestModels.classifier(), to: "m/\(version)/model.tflite")
        }
        try write(Array(#"{"versions": 2, "instances": 2, "queue": 3}"#.utf8), to: "m/config.json")
        repository.refresh()
        #expect(try repository.metadata("m", version: "").versions == ["2", "3"])
        try write(Array(#"{"instances": 0}"#.utf8), to: "m/config.json")
        repository.refresh()
        #expect(repository.statuses.last?.state == "READY")
        #expect(repository.statuses.last?.reason.contains("instances 0") == true)
    }
}
