import Foundation
import Logging
import SightInferenceServer
import Testing

/// Models that are loaded in a child process before the service loads them.
@Suite(.timeLimit(.minutes(5))) struct ModelTrialTests {
    /// If the trial of a new file fails, the service keeps the old version.
    @Test func badTrialsChangeNothing() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sight-trial-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ version: Int) throws {
            let url = folder.appendingPathComponent("models/m/\(version)/model.tflite")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(TestModels.classifier()).write(to: url)
        }
        try write(1)
        // The script selects the outcome of the trial by the number of earlier trials.
        let script = folder.appendingPathComponent("child")
        try Data(
            """
            #!/bin/sh
            cat > /dev/null
            echo >> "$0.count"
            case $(wc -l < "$0.count") in
            1) printf usable ;;
            2) kill -SEGV $$ ;;
            3) exit 7 ;;
            4) printf 'a reason' ;;
            *) exec sleep 600 ;;
            esac
            """.utf8
        ).write(to: script)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: script.path)
        var settings = ServeSettings()
        settings.repository = folder.appendingPathComponent("models").path
        settings.program = script.path
        settings.maximumLoadSeconds = 5
        let repository = ModelRepository(settings, logger: Logger(label: "test"))
        defer { repository.close() }
        repository.refresh()
        #expect(repository.statuses.map(\.state) == ["READY"])
        for (version, reason) in [
            (
                2,
                "the model cannot be loaded: it ends the program that tries it, with the signal 11"
            ),
            (3, "the model cannot be loaded: it ends the program that tries it, with the status 7"),
            (4, "a reason"), (5, "the model cannot be loaded: it takes more than 5.0 s"),
        ] {
            try write(version)
            repository.refresh()
            let status = try #require(repository.statuses.last)
            #expect(status.version == String(version) && status.state == "UNAVAILABLE")
            #expect(status.reason == reason)
            #expect(try repository.metadata("m", version: "").versions == ["1"])
        }
    }

    #if os(Linux) && !SANITIZED
        /// If a child lacks memory for its model, it ends, and the service runs without the model.
        @Test func memoryHasALimit() async throws {
            let service = try await RunningService(
                ["--maximum-load-memory", "4"],
                models: ["names/1/model.tflite": try TestModels.classifier()],
                becomesReady: false)
            var text = ""
            try await service.settle {
                let index = try await service.send("POST", "/v2/repository/index", Data("{}".utf8))
                text = String(decoding: index.body, as: UTF8.self)
                return text != "[]\n" && text != "[]"
            }
            #expect(try await service.send("GET", "/v2/health/ready").status == 503)
            #expect(text.contains("UNAVAILABLE") && text.contains("ends the program"), "\(text)")
            let image = Data(TestModels.image())
            #expect(try await service.send("POST", "/v1/detect", image).status == 200)
        }
    #endif

    @Test func modelsOfImagesAreTried() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sight-trial-\(UUID().uuidString).tflite")
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(TestModels.localizer()).write(to: folder)
        let service = try await RunningService(["--model", folder.path])
        let image = Data(TestModels.image())
        #expect(try await service.send("POST", "/v1/detect", image).status == 200)
        try Data("TFL3 nothing".utf8).write(to: folder)
        await #expect(throws: (any Error).self) {
            _ = try await RunningService(["--model", folder.path])
        }
    }
}
