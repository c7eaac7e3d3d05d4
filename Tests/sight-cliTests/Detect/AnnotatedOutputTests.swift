import Foundation
import ModelFixtures
import Testing

@Suite struct AnnotatedOutputTests {
    /// The image is kept, whatever the spelling of the output.
    @Test func linksToAnImageAreNoOutputs() throws {
        let scratch = try ScratchFolder()
        let model = try scratch.write(
            StubModels.detector(boxes: [[0, 0, 0.5, 0.5]], classes: [0], scores: [0.9]),
            to: "model.tflite")
        let bitmap = GrayBitmap.bytes(width: 8, height: 8)
        let image = try scratch.write(bitmap, to: "b.png")
        let (soft, hard) = (scratch.path("soft.png"), scratch.path("hard.png"))
        try FileManager.default.createSymbolicLink(atPath: soft, withDestinationPath: "b.png")
        try FileManager.default.linkItem(atPath: image, toPath: hard)
        for output in [soft, hard, scratch.url.path + "/./b.png"] {
            for input in [image, "-"] {
                let outcome = try SightExecutable.run(
                    arguments: ["detect", "--model", model, "--out", output, input],
                    inputFrom: image)
                #expect(outcome.status == 2, "\(outcome.complaints)")
                #expect(outcome.complaints.contains("\(output) is one of the images"))
            }
        }
        #expect(try scratch.bytes("b.png") == bitmap)
    }
}
