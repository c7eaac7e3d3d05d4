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
        #expect(statuses.allSatisfy { $0.reason.contains("not a .tflite model") }, "\(statuses)")
        try write(try TestModels.localizer(), to: "m/1/model.tflite")
        repository.refresh()
        #expect(try outputs("m", "1") == 4)
        #expect(repository.statuses.map(\.reason) == ["", statuses[1].reason])
    }

    /// The service is ready when each model that it had at first has been served, and stays so.
    @Test func everyModelOfTheStartIsAwaited() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (good, bad) = (TestModels.copier(), Array("garbage".utf8))
        #expect(!repository.isReady)
        for name in ["a/1", "b/1", "b/2", "c/1"] {
            try write(name == "a/1" || name == "b/1" ? good : bad, to: "\(name)/model.tflite")
        }
        repository.refresh()
        #expect(try repository.find("a", version: "").inputs.count == 1)
        #expect(!repository.isReady, "c has never been served")
        try write(good, to: "c/1/model.tflite")
        repository.refresh()
        #expect(repository.isReady, "a version of b is enough")
        try write(bad, to: "d/1/model.tflite")
        try write(bad, to: "c/1/model.tflite")
        repository.refresh()
        #expect(repository.isReady && repository.statuses.last?.state == "UNAVAILABLE")
    }

    @Test func modelsThatAreRemovedAreNotAwaited() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(Array("garbage".utf8), to: "a/1/model.tflite")
        repository.refresh()
        #expect(!repository.isReady)
        try FileManager.default.removeItem(at: folder.appendingPathComponent("a"))
        repository.refresh()
        #expect(repository.isReady)
    }

    /// A link that leads nowhere is no removal: the volume behind it may come back.
    @Test(arguments: ["m", "m/1", "m/1/model.tflite", "m/config.json"])
    func filesThatCannotBeReadLeaveTheOldOnesServed(place: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(TestModels.copier(), to: "m/1/model.tflite")
        try write(Array("{}".utf8), to: "m/config.json")
        repository.refresh()
        let before = try repository.find("m", version: "1")
        let (url, away) = (
            folder.appendingPathComponent(place), folder.appendingPathComponent(".away")
        )
        try FileManager.default.moveItem(at: url, to: away)
        try FileManager.default.createSymbolicLink(
            atPath: url.path, withDestinationPath: "/no/such/place")
        for _ in 0..<2 {
            repository.refresh()
            #expect(try repository.find("m", version: "1") === before)
            #expect(repository.statuses.map(\.state) == ["READY"])
            #expect(repository.statuses.first?.reason.contains("leads nowhere") == true)
        }
        try FileManager.default.removeItem(at: url)
        try FileManager.default.moveItem(at: away, to: url)
        repository.refresh()
        #expect(try repository.find("m", version: "1") === before)
        #expect(repository.statuses.map(\.reason) == [""])
        try FileManager.default.removeItem(at: folder.appendingPathComponent("m/1"))
        repository.refresh()
        #expect(throws: ServeError.self) { try repository.find("m", version: "") }
    }

    /// A new version that cannot be read leaves the last one served, even if one is enough.
    @Test func aNewVersionThatCannotBeReadLeavesTheLastOneServed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(Array("{\"versions\": 1}".utf8), to: "m/config.json")
        try write(TestModels.copier(), to: "m/2/model.tflite")
        repository.refresh()
        let before = try repository.find("m", version: "2")
        let link = folder.appendingPathComponent("m/3").path
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "/no/such/place")
        repository.refresh()
        #expect(try repository.find("m", version: "") === before)
        try FileManager.default.removeItem(atPath: link)
        try write(TestModels.copier(), to: "m/3/model.tflite")
        repository.refresh()
        #expect(try repository.find("m", version: "") !== before)
        #expect(throws: ServeError.self) { try repository.find("m", version: "2") }
    }

    /// A model of the start that cannot be read is awaited like one that cannot be loaded.
    @Test func unreadableModelsAreAwaited() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appendingPathComponent("m").path
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "/no/such/place")
        repository.refresh()
        #expect(!repository.isReady)
        try FileManager.default.removeItem(atPath: link)
        try write(TestModels.copier(), to: "m/1/model.tflite")
        repository.refresh()
        #expect(repository.isReady)
    }

    /// The root of a volume has a folder that only its owner may list, and that is no model.
    @Test func recoveredFilesAreNoModel() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(Array("garbage".utf8), to: "lost+found/1/model.tflite")
        repository.refresh()
        #expect(repository.isReady && repository.statuses.isEmpty)
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
        try write(Array(#"{"instance": 1}"#.utf8), to: "m/config.json")
        repository.refresh()
        #expect(repository.statuses.last?.reason.contains(#"no setting "instance""#) == true)
    }
}
