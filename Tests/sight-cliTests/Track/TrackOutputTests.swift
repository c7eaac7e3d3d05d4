import Foundation
import ModelFixtures
import SightImage
import SightVideoIO
import Testing

/// `sight track` refuses outputs that are its own inputs, and keeps earlier results after a mistake.
@Suite struct TrackOutputTests {
    private let scratch: ScratchFolder
    private let model: String

    init() throws {
        scratch = try ScratchFolder()
        model = try scratch.write(
            StubModels.detector(boxes: [[0, 0, 0.4, 0.4]], classes: [0], scores: [0.8]),
            to: "model.tflite")
    }

    private func track(_ arguments: [String]) throws -> SightExecutable.Outcome {
        try SightExecutable.run(arguments: ["track", "--model", model] + arguments)
    }

    /// The video is not opened, so it need not be one.
    @Test(arguments: ["--out", "--jsonl", "--mot"])
    func theVideoIsKept(option: String) throws {
        let video = try scratch.write([1, 2, 3], to: "video.mp4")
        let (soft, hard) = (scratch.path("soft.mp4"), scratch.path("hard.mp4"))
        try FileManager.default.createSymbolicLink(
            atPath: soft, withDestinationPath: "video.mp4")
        try FileManager.default.linkItem(atPath: video, toPath: hard)
        for output in [video, scratch.url.path + "/./video.mp4", soft, hard] {
            let outcome = try track([option, output, video])
            #expect(outcome.status == 2)
            #expect(
                outcome.complaints.contains("\(option) \(output) would overwrite \(video)"),
                "\(outcome.complaints)")
        }
        #expect(try scratch.bytes("video.mp4") == [1, 2, 3])
    }

    @Test func theStandardInputIsKept() throws {
        let video = try scratch.write([1, 2, 3], to: "video.mp4")
        let outcome = try SightExecutable.run(
            arguments: ["track", "--jsonl", video, "-"], inputFrom: video)
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("would overwrite standard input"))
        #expect(try scratch.bytes("video.mp4") == [1, 2, 3])
    }

    @Test(arguments: ["fr", "fr/*.bmp", "fr/%04d.bmp", "fr/*{1,2}.bmp"])
    func theImagesOfASeriesAreKept(input: String) throws {
        try FileManager.default.createDirectory(
            atPath: scratch.path("fr"), withIntermediateDirectories: false)
        let bitmap = GrayBitmap.bytes(width: 64, height: 48)
        for name in ["0001", "0002"] { try scratch.write(bitmap, to: "fr/\(name).bmp") }
        let outcome = try track(["--jsonl", scratch.path("fr/0002.bmp"), scratch.path(input)])
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains("would overwrite"), "\(outcome.complaints)")
        #expect(try scratch.bytes("fr/0002.bmp") == bitmap)
    }

    @Test func theModelIsKept() throws {
        let bytes = try scratch.bytes("model.tflite")
        let outcome = try track(["--mot", model, "video.mp4"])
        #expect(outcome.status == 2 && outcome.complaints.contains("would overwrite \(model)"))
        #expect(try scratch.bytes("model.tflite") == bytes)
    }

    @Test func eachOutputHasAFileOfItsOwn() throws {
        let (file, other) = (scratch.path("same.mp4"), scratch.url.path + "/./same.mp4")
        for options in [
            ["--out", file, "--jsonl", other], ["--out", file, "--mot", other],
            ["--jsonl", file, "--mot", other],
        ] {
            let outcome = try track(options + ["video.mp4"])
            #expect(outcome.status == 2)
            #expect(outcome.complaints.contains("same.mp4 is the file of another output"))
        }
    }

    @Test func ignoredOptionsAreRefused() throws {
        let cases: [([String], String)] = [
            (["--fps", "5", "video.mp4"], "--fps 5.0 is the rate of a folder"),
            (["--fps", "5", "rtsp://127.0.0.1:9/x"], "--fps 5.0 is the rate of a folder"),
            (["--all-frames", "video.mp4"], "--all-frames has no effect"),
            (["--reconnect", "5", "video.mp4"], "--reconnect has no effect"),
            (["--reconnect=-1", "tcp://127.0.0.1:9"], "--reconnect -1.0"),
            (["--all-frames", "--realtime", "tcp://127.0.0.1:9"], "exclude each other"),
            (["--show-trails", "video.mp4"], "--show-trails draws"),
            (["--show-trails", "--jsonl", "x", "video.mp4"], "--show-trails draws"),
            (["--init", "1,2,3,4", "video.mp4"], "--model has no effect"),
            (["--paths-from", "list", "video.mp4"], "video.mp4 and --paths-from exclude"),
        ]
        for (arguments, complaint) in cases {
            let outcome = try track(arguments)
            #expect(outcome.status == 2)
            #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
        }
    }

    /// Errors, which end in logs, name an address without its password and keys.
    @Test func errorsHidePasswords() throws {
        let address = "rtsp://me:secret@127.0.0.1:9/x?token=secret"
        for options in [[], ["--fps", "5"], ["--init", "1,1,5,5"], ["--paths-from", "-"]] {
            let outcome = try SightExecutable.run(arguments: ["track"] + options + [address])
            #expect(outcome.status != 0)
            #expect(!outcome.complaints.contains("secret"), "\(outcome.complaints)")
        }
    }

    #if Video
        private func writeVideo() throws -> String {
            let writer = try VideoWriter(path: scratch.path("video.mp4"), width: 64, height: 48)
            let gray = try ImageBuffer(
                width: 64, height: 48, format: .gray8,
                bytes: [UInt8](repeating: 120, count: 64 * 48))
            for index in 0..<4 { try writer.append(gray, at: .milliseconds(40 * index)) }
            try writer.finish()
            return scratch.path("video.mp4")
        }

        /// A mistake in one option does not cost the file of another.
        @Test func mistakesKeepTheOtherOutputs() throws {
            let video = try writeVideo()
            try scratch.write(Array("kept".utf8), to: "kept.jsonl")
            let cases: [([String], Int32, String)] = [
                (["--out", scratch.path("x.avi")], 2, "x.avi"),
                (["--out", scratch.path("nofolder/x.mp4")], 2, "nofolder/x.mp4"),
                (["--mot", scratch.path("nofolder/x.txt")], 2, "nofolder/x.txt"),
                (["--every", "2", "--init", "900,900,5,5"], 1, "shows nothing of a frame"),
            ]
            for (options, status, complaint) in cases {
                let outcome = try track(options + ["--jsonl", scratch.path("kept.jsonl"), video])
                #expect(outcome.status == status, "\(options): \(outcome.complaints)")
                #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
                #expect(try scratch.text("kept.jsonl") == "kept")
            }
            #expect(try scratch.names == ["kept.jsonl", "model.tflite", "video.mp4"])
        }

        /// A shorter result has nothing of a longer one before it.
        @Test func earlierResultsAreReplaced() throws {
            let video = try writeVideo()
            try scratch.write([UInt8](repeating: 0x78, count: 1 << 16), to: "out.jsonl")
            let outcome = try track(["--jsonl", scratch.path("out.jsonl"), video])
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let text = try scratch.text("out.jsonl")
            #expect(text.split(separator: "\n").count == 4 && !text.contains("xx"))
        }

        /// A box may begin outside of the frame.
        @Test func aBoxMayBeginBelowZero() throws {
            let outcome = try SightExecutable.run(
                "track", "--init", "-10,-10,50,50", "--jsonl", "-", try writeVideo())
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.output.split(separator: "\n").count == 4)
        }

        /// The table has the same word as that of `sight detect`.
        @Test func anObjectWithoutALabelIsAnObject() throws {
            let outcome = try SightExecutable.run(
                "track", "--init", "10,10,20,20", try writeVideo())
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.output.contains("\n   1  Object "), "\(outcome.output)")
        }
    #endif
}
