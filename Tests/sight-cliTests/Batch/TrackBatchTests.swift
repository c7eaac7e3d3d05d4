import Foundation
import ModelFixtures
import SightImage
import SightVideoIO
import Testing

#if Video
    @Suite struct TrackBatchTests {
        @Test func answersEveryVideo() throws {
            let scratch = try ScratchFolder()
            let model = try scratch.write(
                StubModels.detector(boxes: [[0.5, 0.5, 1, 1]], classes: [1], scores: [0.9]),
                to: "model.tflite")
            let gray = try ImageBuffer(
                width: 64, height: 48, format: .gray8,
                bytes: [UInt8](repeating: 120, count: 64 * 48))
            for (name, count) in [("a", 6), ("b", 9)] {
                let writer = try VideoWriter(
                    path: scratch.path("\(name).mp4"), width: 64, height: 48)
                for index in 0..<count { try writer.append(gray, at: .milliseconds(40 * index)) }
                try writer.finish()
            }
            let list = [
                scratch.path("a.mp4"), scratch.path("none.mp4"),
                #"{"id": 2, "path": "\#(scratch.path("b.mp4"))"}"#,
            ]
            try scratch.write(Array(list.joined(separator: "\n").utf8), to: "list")
            let outcome = try SightExecutable.run(
                "track", "--model", model, "--tracker", "sort", "--paths-from",
                scratch.path("list"))
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let answers = try outcome.output.split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
            #expect(answers.map { $0["frames"] as? Int } == [6, nil, 9])
            #expect(answers[1]["error"] != nil && answers[2]["id"] as? Int == 2)
            // Each video has identities of its own.
            for answer in [answers[0], answers[2]] {
                let objects = try #require(answer["objects"] as? [[String: Any]])
                #expect(objects.count == 1)
                #expect(objects[0]["trackingID"] as? Int == 1)
                let boxes = try #require(objects[0]["boxes"] as? [[Double]])
                let last = (answer["frames"] as? Int ?? 0) - 1
                #expect(boxes.last == [Double(last), 32, 24, 32, 24])
            }
        }

        #if !canImport(Darwin)  // AVFoundation reads no images
            @Test func lostFramesAreCounted() throws {
                let scratch = try ScratchFolder()
                let model = try scratch.write(
                    StubModels.detector(boxes: [[0.5, 0.5, 1, 1]], classes: [1], scores: [0.9]),
                    to: "model.tflite")
                for number in [1, 3] {
                    try scratch.write(
                        GrayBitmap.bytes(width: 64, height: 48), to: "\(number).bmp")
                }
                try scratch.write([], to: "2.bmp")
                try scratch.write(Array(scratch.path("%d.bmp").utf8), to: "list")
                let outcome = try SightExecutable.run(
                    "track", "--model", model, "--paths-from", scratch.path("list"))
                #expect(outcome.output.contains(#""frames":2,"#), "\(outcome.output)")
                #expect(outcome.output.contains(#""lost":1,"#))
                #expect(outcome.output.contains(#""repairedTimes":0,"#))
            }
        #endif

        @Test(.timeLimit(.minutes(10))) func onlyFilesAreOpened() throws {
            let scratch = try ScratchFolder()
            let model = try scratch.write(
                StubModels.detector(boxes: [[0.5, 0.5, 1, 1]], classes: [1], scores: [0.9]),
                to: "model.tflite")
            #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
            try FileManager.default.createDirectory(
                atPath: scratch.path("images"), withIntermediateDirectories: false)
            #expect(mkfifo(scratch.path("images/1.png"), 0o600) == 0)
            let lines = [
                scratch.path("pipe"), "http://127.0.0.1:9/x", "/dev/video0", "-",
                scratch.path("images"), scratch.path("images/*.png"),
                scratch.path("images/%d.png"), scratch.path("image%d/1.png"),
                scratch.path("imag[e]s/{1,2}.png"), scratch.path("pip?"),
            ]
            try scratch.write(Array(lines.joined(separator: "\n").utf8), to: "list")
            let outcome = try SightExecutable.run(
                "track", "--model", model, "--paths-from", scratch.path("list"))
            let errors = outcome.output.split(separator: "\n").filter { $0.contains("\"error\"") }
            #expect(errors.count == lines.count)
            #expect(outcome.output.contains("not addresses or devices"))
        }

        /// Twenty folders of a pattern would stand for 2²⁰ here, and for more elsewhere.
        @Test(.timeLimit(.minutes(10))) func patternsStandForFiles() throws {
            let scratch = try ScratchFolder()
            let model = try scratch.write(
                StubModels.detector(boxes: [[0.5, 0.5, 1, 1]], classes: [1], scores: [0.9]),
                to: "model.tflite")
            for name in ["a", "b"] {
                try FileManager.default.createDirectory(
                    atPath: scratch.path(name), withIntermediateDirectories: false)
                try scratch.write(
                    GrayBitmap.bytes(width: 64, height: 48), to: "\(name)/1.bmp")
            }
            let deep = String(repeating: "[ab]/../", count: 20)
            try scratch.write(
                Array("\(scratch.path("a"))/../\(deep)a/*.bmp\n\(scratch.path("a*"))/1.bmp".utf8),
                to: "list")
            let outcome = try SightExecutable.run(
                "track", "--model", model, "--paths-from", scratch.path("list"))
            let errors = outcome.output.split(separator: "\n").filter {
                $0.contains("stand for files, not for folders")
            }
            #expect(errors.count == 2)
        }

        /// A pattern of one character once ended the batch.
        @Test func shortPatternsAreAnswered() throws {
            let scratch = try ScratchFolder()
            let model = try scratch.write(
                StubModels.detector(boxes: [[0.5, 0.5, 1, 1]], classes: [1], scores: [0.9]),
                to: "model.tflite")
            try scratch.write(Array("?\n%d\n".utf8), to: "list")
            let outcome = try SightExecutable.run(
                "track", "--model", model, "--paths-from", scratch.path("list"))
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.output.split(separator: "\n").count == 2)
        }

        @Test(arguments: [["--jsonl", "x"], ["--realtime"], ["video.mp4"], ["--out", "x.mp4"]])
        func otherOutputsAreRefused(_ extra: [String]) throws {
            let outcome = try SightExecutable.run(
                arguments: ["track", "--paths-from", "-"] + extra)
            #expect(outcome.status == 2)
        }
    }
#endif
