import Foundation
import ModelFixtures
import Testing

@Suite struct DetectBatchTests {
    private let scratch: ScratchFolder
    private let model: String

    init() throws {
        scratch = try ScratchFolder()
        model = try scratch.write(
            StubModels.detector(boxes: [[0.25, 0.25, 1, 1]], classes: [1], scores: [0.9]),
            to: "model.tflite")
        for (name, side) in [("a", 8), ("b", 16), ("c", 24)] {
            try scratch.write(GrayBitmap.bytes(width: side, height: side), to: "\(name).bmp")
        }
    }

    private func run(_ list: [String], _ extra: [String] = []) throws -> [[String: Any]] {
        try scratch.write(Array(list.joined(separator: "\n").utf8), to: "list")
        let outcome = try SightExecutable.run(
            arguments: [
                "detect", "--model", model, "--paths-from", scratch.path("list"), "--jsonl",
            ] + extra)
        #expect(outcome.status == 0, "\(outcome.complaints)")
        return try outcome.output.split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    /// A pipe without a writer and an endless device are not opened.
    @Test(.timeLimit(.minutes(10))) func onlyFilesAreOpened() throws {
        #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
        let answers = try run([scratch.path("pipe"), "/dev/zero", scratch.path("a.bmp")])
        #expect(answers.map { $0["error"] != nil } == [true, true, false])
    }

    #if os(Linux)
        /// A batch breaks off with an error when the disk is full, also after the end of its list
        /// has been read.
        @Test(arguments: [1, 20]) func aFullDiskIsAnError(count: Int) throws {
            let list = [String](repeating: scratch.path("a.bmp"), count: count)
            try scratch.write(Array(list.joined(separator: "\n").utf8), to: "list")
            let outcome = try SightExecutable.run(
                arguments: [
                    "detect", "--model", model, "--paths-from", scratch.path("list"), "--jsonl",
                ], outputTo: "/dev/full")
            #expect(outcome.status == 2, "\(outcome.complaints)")
            #expect(outcome.complaints.hasPrefix("sight: standard output cannot be written"))
        }
    #endif

    @Test func answersEveryLineInOrder() throws {
        let image = Data(GrayBitmap.bytes(width: 8, height: 8)).base64EncodedString()
        try scratch.write(Array("garbage".utf8), to: "bad.jpg")
        let answers = try run([
            scratch.path("b.bmp"), #"{"id": 7, "path": "\#(scratch.path("a.bmp"))"}"#, "",
            scratch.path("none.bmp"), #"{"id": "inline", "image": "\#(image)"}"#, "{broken",
            scratch.path("bad.jpg"), scratch.path("c.bmp"),
        ])
        #expect(answers.count == 7)
        #expect(answers[0]["id"] as? String == scratch.path("b.bmp"))
        #expect(answers[1]["id"] as? Int == 7)
        #expect(answers[3]["id"] as? String == "inline")
        #expect(answers[4]["id"] is NSNull)
        #expect(answers.map { $0["width"] as? Int } == [16, 8, nil, 8, nil, nil, 24])
        for answer in answers {
            let error = answer["error"] as? [String: String]
            #expect((answer["objects"] != nil) == (error == nil))
            #expect(error == nil || error?["message"]?.isEmpty == false)
        }
    }

    @Test func objectsAreThoseOfASingleRun() throws {
        let single = try SightExecutable.run(
            "detect", "--model", model, "--json", scratch.path("a.bmp"), scratch.path("b.bmp"))
        let batch = try run([scratch.path("a.bmp"), scratch.path("b.bmp")])
        let objects = try single.output.split(separator: "\n").map {
            try (JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary)?["objects"]
                as? NSArray
        }
        #expect(objects == batch.map { $0["objects"] as? NSArray })
    }

    @Test func whatIsDoneIsLeftOut() throws {
        let paths = ["a", "b", "c"].map { scratch.path("\($0).bmp") }
        try scratch.write(Array("{\"id\":\"\(paths[1])\"}\n".utf8), to: "done.jsonl")
        let answers = try run(paths, ["--skip-done", scratch.path("done.jsonl")])
        #expect(answers.map { $0["id"] as? String } == [paths[0], paths[2]])
    }

    /// A second run with the answers of the first has nothing to do, also for lines without an id.
    @Test func badLinesAreAnsweredOnce() throws {
        let image = Data(GrayBitmap.bytes(width: 8, height: 8)).base64EncodedString()
        let list = [
            "{broken", scratch.path("a.bmp"), "", #"{"id": 1.5, "path": "a.bmp"}"#,
            #"{"image": "\#(image)"}"#, scratch.path("none.bmp"),
        ]
        let answers = try run(list)
        #expect(answers.map { $0["line"] as? Int } == [1, nil, 4, 5, nil])
        #expect(answers.map { $0["error"] != nil } == [true, false, true, false, true])
        let lines = try answers.map { try JSONSerialization.data(withJSONObject: $0) }
        try scratch.write(
            lines.prefix(3).flatMap { Array($0) + Array("\n".utf8) }, to: "half.jsonl")
        let rest = try run(list, ["--skip-done", scratch.path("half.jsonl")])
        #expect(rest.map { $0["line"] as? Int } == [5, nil])
        try scratch.write(lines.flatMap { Array($0) + Array("\n".utf8) }, to: "done.jsonl")
        #expect(try run(list, ["--skip-done", scratch.path("done.jsonl")]).isEmpty)
    }

    @Test(arguments: [
        (["--paths-from", "list", "a.bmp"], "a.bmp and --paths-from exclude each other"),
        (["--paths-from", "-", "--skip-done", "/"], "--skip-done: / is not a regular file"),
        (["--paths-from", "-", "--skip-done", "/dev/zero"], "/dev/zero is not a regular file"),
    ])
    func complaintsSayWhatIsWrong(arguments: [String], complaint: String) throws {
        let outcome = try SightExecutable.run(
            arguments: ["detect", "--model", model] + arguments)
        #expect(outcome.status == 2)
        #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
    }

    @Test(arguments: [
        ["--skip-done", "x", "a.bmp"], ["--paths-from", "-", "a.bmp"], [],
        ["--paths-from", "-", "--out", "x.png"], ["--paths-from", "/none/list"],
        ["--paths-from", "/"],
    ])
    func wrongUsageIsTwo(_ arguments: [String]) throws {
        let outcome = try SightExecutable.run(
            arguments: ["detect", "--model", model] + arguments)
        #expect(outcome.status == 2, "\(outcome.output)")
    }
}
