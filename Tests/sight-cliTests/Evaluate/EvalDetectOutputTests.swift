import ModelFixtures
import Testing

@Suite struct EvalDetectOutputTests {
    @Test func whatTheCommandReadsIsKept() throws {
        let scratch = try ScratchFolder()
        let model = try scratch.write(
            StubModels.detector(boxes: [[0, 0, 1, 0.5]], classes: [0], scores: [0.5]),
            to: "model.svg")
        let image = try scratch.write(GrayBitmap.bytes(width: 40, height: 20), to: "a.bmp")
        let text = #"{"file":"a.bmp","boxes":[[0,0,0.5,1]]}"#
        let annotations = try scratch.write(Array(text.utf8), to: "annotations.jsonl")
        let anchors = try scratch.write(Array("[[0, 0, 1, 1]]".utf8), to: "anchors.json")
        for (option, output) in [
            ("--boxes", annotations), ("--boxes", image), ("--curve", model), ("--boxes", anchors),
        ] {
            let outcome = try SightExecutable.run(
                "eval", "detect", "--model", model, "--annotations", annotations, "--anchors",
                anchors, option, output)
            #expect(outcome.status == 2)
            #expect(outcome.complaints.contains("\(option) \(output) would overwrite"))
        }
        #expect(try scratch.text("annotations.jsonl") == text)
    }
}
