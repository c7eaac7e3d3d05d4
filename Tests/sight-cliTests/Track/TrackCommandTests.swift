import Foundation
import ModelFixtures
import SightImage
import SightVideoIO
import Testing

#if Video
    @Suite struct TrackCommandTests {
        private let scratch: ScratchFolder
        private let model: String
        private let video: String

        init() throws {
            scratch = try ScratchFolder()
            model = try scratch.write(
                StubModels.detector(
                    boxes: [[0, 0, 0.4, 0.4], [0.5, 0.5, 1, 1]], classes: [0, 1],
                    scores: [0.8, 0.9]),
                to: "model.tflite")
            try scratch.write(Array("cat\ndog\n".utf8), to: "labels.txt")
            video = scratch.path("video.mp4")
        }

        private func writeVideo(count: Int = 12) throws {
            let writer = try VideoWriter(path: video, width: 64, height: 48)
            let gray = try ImageBuffer(
                width: 64, height: 48, format: .gray8,
                bytes: [UInt8](repeating: 120, count: 64 * 48))
            for index in 0..<count { try writer.append(gray, at: .milliseconds(40 * index)) }
            try writer.finish()
        }

        private func lines(_ name: String) throws -> [[String: Any]] {
            try scratch.text(name).split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        private func frameCount(_ path: String) throws -> Int {
            let reader = try VideoReader(.file(path))
            while try reader.next() != nil {}
            return reader.statistics.frames
        }

        @Test func writesEveryOutput() throws {
            try writeVideo()
            let outcome = try SightExecutable.run(
                "track", "--model", model, "--tracker", "bytetrack", "--jsonl",
                scratch.path("out.jsonl"), "--mot", scratch.path("out.txt"), "--out",
                scratch.path("out.mp4"), "--show-trails", video)
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.output.contains("cat") && outcome.output.contains("dog"))
            #expect(outcome.complaints.contains("12 frames, 2 objects"))
            let reports = try lines("out.jsonl")
            #expect(reports.map { $0["frame"] as? Int } == Array(0..<12))
            #expect(reports.last?["width"] as? Int == 64)
            let objects = try #require(reports.last?["objects"] as? [[String: Any]])
            #expect(Set(objects.compactMap { $0["trackingID"] as? Int }).count == 2)
            #expect(objects.first?["box"] as? [Double] == [32, 24, 32, 24])
            let rows = try scratch.text("out.txt").split(separator: "\n")
            #expect(rows.count >= 20)
            #expect(rows.allSatisfy { $0.split(separator: ",").count == 10 })
            #expect(try frameCount(scratch.path("out.mp4")) == 12)
        }

        #if os(Linux)
            /// An output that cannot be written does not take the others with it.
            @Test func aFullDiskKeepsTheOtherOutputs() throws {
                try writeVideo()
                let outcome = try SightExecutable.run(
                    arguments: [
                        "track", "--model", model, "--jsonl", "-", "--mot",
                        scratch.path("out.txt"), "--out", scratch.path("out.mp4"), video,
                    ], outputTo: "/dev/full")
                #expect(outcome.status == 2, "\(outcome.complaints)")
                #expect(outcome.complaints.contains("- cannot be written"))
                #expect(try !scratch.text("out.txt").isEmpty)
                #expect(try frameCount(scratch.path("out.mp4")) == 12)
                #expect(try scratch.names.allSatisfy { !$0.hasSuffix(".partial") })
            }
        #endif

        #if os(Linux)
            /// A named pipe stays one, and gets the lines.
            @Test func aPipeTakesTheLines() throws {
                try writeVideo(count: 4)
                #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
                // On Linux, a pipe that is open for both needs no other end.
                let pipe = open(scratch.path("pipe"), O_RDWR | O_NONBLOCK)
                let reader = FileHandle(fileDescriptor: pipe, closeOnDealloc: true)
                let outcome = try SightExecutable.run(
                    "track", "--model", model, "--jsonl", scratch.path("pipe"), video)
                #expect(outcome.status == 0, "\(outcome.complaints)")
                var bytes = [UInt8](repeating: 0, count: 1 << 16)
                let count = read(reader.fileDescriptor, &bytes, bytes.count)
                #expect(bytes.prefix(max(0, count)).filter { $0 == 0x0A }.count == 4)
            }
        #endif

        #if os(Linux)
            /// While standard input pauses, the lines of all frames so far are in the file.
            @Test(.timeLimit(.minutes(5))) func aPauseHoldsNoLinesBack() throws {
                let stream = scratch.path("video.ts")
                let writer = try VideoWriter(path: stream, width: 64, height: 48)
                let gray = try ImageBuffer(
                    width: 64, height: 48, format: .gray8,
                    bytes: [UInt8](repeating: 120, count: 64 * 48))
                for index in 0..<400 { try writer.append(gray, at: .milliseconds(40 * index)) }
                try writer.finish()
                let bytes = Data(try scratch.bytes("video.ts"))
                #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
                // The pipe stays open, so the video does not end.
                let pipe = FileHandle(
                    fileDescriptor: open(scratch.path("pipe"), O_RDWR), closeOnDealloc: true)
                Thread.detachNewThread { try? pipe.write(contentsOf: bytes) }
                let report = scratch.path("out.jsonl")
                let outcome = try SightExecutable.run(
                    arguments: [
                        "track", "--model", model, "--tracker", "sort", "--jsonl", report, "-",
                    ], inputFrom: scratch.path("pipe"),
                    interruptWhen: {
                        let text = try? String(contentsOfFile: report, encoding: .utf8)
                        return (text ?? "").split(separator: "\n").count >= 350
                    })
                #expect(outcome.status == 0, "\(outcome.complaints)")
            }
        #endif

        /// The index of the video is at its end, where FFmpeg does not look in a pipe.
        @Test func aFileMayBeTheStandardInput() throws {
            try writeVideo(count: 4)
            let outcome = try SightExecutable.run(
                arguments: ["track", "--model", model, "--jsonl", "-", "-"], inputFrom: video)
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.output.split(separator: "\n").count == 4)
        }

        @Test func jsonOnStandardOutputIsAllThatIsThere() throws {
            try writeVideo(count: 4)
            let outcome = try SightExecutable.run(
                "track", "--model", model, "--tracker", "sort", "--every", "2", "--prominent",
                "--jsonl", "-", video)
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let reports = try outcome.output.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
            #expect(reports.map { $0?["detected"] as? Bool } == [true, false, true, false])
        }

        @Test func tracksOnStandardOutputAreAllThatIsThere() throws {
            try writeVideo(count: 4)
            let outcome = try SightExecutable.run(
                "track", "--model", model, "--tracker", "sort", "--mot", "-", video)
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let rows = outcome.output.split(separator: "\n")
            #expect(!rows.isEmpty)
            #expect(rows.allSatisfy { $0.split(separator: ",").count == 10 })
        }

        @Test func tracksDetectionsFromText() throws {
            let text = (1...10).flatMap { frame in
                [
                    "\(frame),-1,\(10 + 2 * frame),20,30,40,0.9,-1,-1,-1",
                    "\(frame),-1,\(200 - frame),20,30,40,0.8,-1,-1,-1",
                ]
            }.joined(separator: "\n")
            try scratch.write(Array(text.utf8), to: "det.txt")
            let outcome = try SightExecutable.run(
                "track", "--tracker", "bytetrack", "--detections", scratch.path("det.txt"),
                "--mot", scratch.path("out.txt"))
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let rows = try scratch.text("out.txt").split(separator: "\n").map {
                $0.split(separator: ",")
            }
            #expect(Set(rows.map { $0[1] }).count == 2)
            #expect(rows.count >= 18)
            // The video has only four frames, so the others are tracked without pixels.
            try writeVideo(count: 4)
            let short = try SightExecutable.run(
                "track", "--detections", scratch.path("det.txt"), "--mot",
                scratch.path("out.txt"), "--frames", video)
            #expect(short.status == 0)
            #expect(short.complaints.contains("6 of 10 frames have no pixels"))
            try scratch.write(Array("1,-1,nan,2,3,4,5\n".utf8), to: "bad.txt")
            let bad = try SightExecutable.run(
                "track", "--detections", scratch.path("bad.txt"), "--mot",
                scratch.path("out.txt"))
            #expect(bad.status == 1)
            #expect(bad.complaints.contains("line 1"))
            let slow = try SightExecutable.run(
                "track", "--detections", scratch.path("det.txt"), "--mot", scratch.path("out.txt"),
                "--fps", "1e-12")
            #expect(slow.status == 2)
            #expect(slow.complaints.contains("--fps"))
        }

        /// Ctrl-C and the end of the terminal; the latter is ignored under `nohup`.
        private static let stops: [Int32] = {
            let before = signal(SIGHUP, SIG_IGN)
            signal(SIGHUP, before)
            let isIgnored =
                unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
            return isIgnored ? [SIGINT] : [SIGINT, SIGHUP]
        }()

        @Test(arguments: stops) func detectionsEndInOrder(_ number: Int32) throws {
            let text = ((1...3000) + [9_999_999]).map { "\($0),-1,10,20,30,40,0.9,-1,-1,-1\n" }
            try scratch.write(Array(text.joined().utf8), to: "det.txt")
            let path = scratch.path("out.txt")
            let outcome = try SightExecutable.run(
                arguments: ["track", "--detections", scratch.path("det.txt"), "--mot", path],
                interruptWhen: {
                    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size]
                    return (size as? Int).map { $0 > 0 } ?? false
                }, by: number)
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(try scratch.text("out.txt").hasSuffix("\n"))
        }

        #if !canImport(Darwin)  // AVFoundation reads no images
            /// Detections stay with their images if one before them is lost.
            @Test func lostImagesShiftNoDetections() throws {
                let bitmap = GrayBitmap.bytes(width: 64, height: 48)
                for number in [1, 2, 4] { try scratch.write(bitmap, to: "\(number).bmp") }
                try scratch.write([], to: "3.bmp")
                let text = (1...4).map { "\($0),-1,10,20,30,20,0.9,-1,-1,-1\n" }.joined()
                try scratch.write(Array(text.utf8), to: "det.txt")
                let outcome = try SightExecutable.run(
                    "track", "--detections", scratch.path("det.txt"), "--mot",
                    scratch.path("out.txt"), "--frames", scratch.path("%d.bmp"))
                #expect(outcome.complaints.contains("1 of 4 frames have no pixels"))
                let video = try SightExecutable.run(
                    "track", "--model", model, "--tracker", "sort", "--mot",
                    scratch.path("out.txt"), scratch.path("%d.bmp"))
                #expect(video.complaints.contains("3 frames"), "\(video.complaints)")
                #expect(video.complaints.contains("1 lost"))
                #expect(try scratch.text("out.txt").contains("\n4,"))
            }
        #endif

        #if os(Linux)
            /// `/dev/stdout` is the standard output, also if that is a file.
            @Test func standardOutputHasTwoNames() throws {
                try writeVideo(count: 4)
                try scratch.write([], to: "lines")
                let outcome = try SightExecutable.run(
                    arguments: ["track", "--model", model, "--jsonl", "/dev/stdout", video],
                    outputTo: scratch.path("lines"))
                #expect(outcome.status == 0, "\(outcome.complaints)")
                #expect(try lines("lines").count == 4)
                #expect(try scratch.text("lines").split(separator: "\n").count == 4)
            }

            /// The file is complete even if nobody reads standard output any more.
            @Test func aClosedPipeKeepsTheFile() throws {
                try writeVideo(count: 4)
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                process.arguments = [
                    "-c", #""$0" track --model "$1" --jsonl - --mot "$2" "$3" 2> "$4" | :"#,
                    SightExecutable.folder.appendingPathComponent("sight").path, model,
                    scratch.path("out.txt"), video, scratch.path("complaints"),
                ]
                try process.run()
                process.waitUntilExit()
                #expect(try !scratch.text("out.txt").isEmpty)
                #expect(try scratch.text("complaints").contains("- cannot be written: Broken pipe"))
            }
        #endif

        @Test func saysWhatIsWrong() throws {
            try writeVideo(count: 2)
            try scratch.write(Array("no video".utf8), to: "text.mp4")
            #if canImport(Darwin)
                let (missing, text) = ("cannot be read", "text.mp4 ")
            #else
                let (missing, text) = ("cannot be opened", "not a video that this build can read")
            #endif
            let cases: [([String], Int32, String)] = [
                ([scratch.path("missing.mp4")], 1, "missing.mp4 \(missing)"),
                ([scratch.path("text.mp4")], 1, text),
                (["--every", "0", video], 2, "--every 0"),
                (["--tracker", "deepsort", video], 2, "--tracker deepsort is unknown"),
                (["--realtime", "--every", "3", video], 2, "exclude each other"),
                (["--detections", "det.txt"], 2, "--mot"),
                (["--detections", "d", "--mot", "m", "--jsonl", "j"], 2, "--mot FILE alone"),
                (["--detections", "d", "--mot", "m", "--max", "2"], 2, "and --max"),
                (["--init", "1,2,3", video], 2, "--init"),
                (["--init", "1,2,9,9", "--tracker", "sort", video], 2, "leave --tracker away"),
                (["--serve", "99999", video], 2, "--serve 99999"),
                (["--jsonl", "-", "--mot", "-", video], 2, "--jsonl - is the file of another"),
                (["--mot", "a.mp4", "--out", "a.mp4", video], 2, "--mot a.mp4 is the file of"),
                (["--out", scratch.path("out.avi"), video], 2, "out.avi"),
                (["--jsonl", scratch.path("no/folder.jsonl"), video], 2, "cannot be written"),
                ([], 2, "give a video"),
            ]
            for (arguments, status, complaint) in cases {
                let outcome = try SightExecutable.run(
                    arguments: ["track", "--model", model] + arguments)
                #expect(outcome.status == status, "\(arguments): \(outcome.complaints)")
                #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
            }
        }

        /// Ctrl-C in the middle of a long video: the file has every frame so far.
        @Test func anInterruptionCompletesTheOutputs() throws {
            // Two minutes at its own speed; lines reach their file at least every second.
            try writeVideo(count: 3000)
            let report = scratch.path("out.jsonl")
            let outcome = try SightExecutable.run(
                arguments: [
                    "track", "--model", model, "--tracker", "sort", "--realtime", "--out",
                    scratch.path("out.mp4"), "--jsonl", report, video,
                ],
                interruptWhen: {
                    let size = try? FileManager.default.attributesOfItem(atPath: report)[.size]
                    return (size as? Int ?? 0) > 0
                })
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let written = try frameCount(scratch.path("out.mp4"))
            #expect(written > 0 && written < 3000)
            #expect(try lines("out.jsonl").count == written)
        }
    }
#endif
