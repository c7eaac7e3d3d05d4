import Foundation
import Testing

@Suite struct SegmentOutputTests {
    @Test func maskAndOverlayAreNotTheSameFile() throws {
        let scratch = try ScratchFolder()
        for (out, mask) in [("a.png", "/./a.png"), ("new", "/./new/")] {
            let outcome = try SightExecutable.run(
                "segment", "--model", "s.tflite", "--out", scratch.path(out), "--mask",
                scratch.url.path + mask, "a.bmp")
            #expect(outcome.status == 2)
            #expect(outcome.complaints.contains("is the file of --out, too"))
        }
    }
}
