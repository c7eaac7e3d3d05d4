import SightEvaluation
import SightGeometry
import Testing

@Suite struct SingleObjectMetricsTests {
    private let box = Rect<Upright>(x: 0, y: 0, width: 10, height: 10)

    @Test func countsThresholds() throws {
        let half = Rect<Upright>(x: 0, y: 0, width: 10, height: 5)
        let metrics = try SingleObjectMetrics(groundTruth: [box, box], results: [box, half])
        // IoU 1 is above 20 of 21 thresholds, 0.5 above 10.
        #expect(abs(metrics.success - 30.0 / 42) <= 1e-12)
        #expect(metrics.precision == 1)
    }

    /// A frame without the object is neither right nor wrong, whatever the result is there.
    @Test func leavesOutFramesWithoutTheObject() throws {
        let nothing = Rect<Upright>(x: 0, y: 0, width: 0, height: 0)
        for result in [nothing, box] {
            let metrics = try SingleObjectMetrics(
                groundTruth: [box, nothing, box], results: [box, result, nothing])
            #expect(metrics.frames == 2 && metrics.absentFrames == 1)
            #expect(abs(metrics.success - 10.0 / 21) <= 1e-12)
            #expect(metrics.precision == 0.5 && metrics.meanOverlap == 0.5)
        }
        let error = #expect(throws: EvaluationError.self) {
            try SingleObjectMetrics(groundTruth: [nothing], results: [box])
        }
        #expect(error?.code == .noObject && error?.detail == .groundTruth)
    }

    @Test func refusesListsOfDifferentLength() {
        let error = #expect(throws: EvaluationError.self) {
            try SingleObjectMetrics(groundTruth: [box], results: [])
        }
        #expect(error?.code == .lengthMismatch)
    }

    @Test func readsBoxes() throws {
        let boxes = try BoxText.boxes(of: "0 0 10 10\r\n1,2\t3,4\nNaN,NaN,NaN,NaN\n")
        #expect(
            boxes == [
                box, Rect(x: 1, y: 2, width: 3, height: 4), Rect(x: 0, y: 0, width: 0, height: 0),
            ])
        #expect(throws: EvaluationError.self) { try BoxText.boxes(of: "1 2 3") }
    }

    /// The rules of the text are those of ``MOTText``.
    @Test func readsWhatTheOtherTextReads() throws {
        let text = "\u{FEFF}# boxes\r\n0, 0, 10, 10,\r\n\r\n0;0;10;10\n"
        #expect(try BoxText.boxes(of: text) == [box, box])
    }

    @Test(arguments: [
        ("0,,10,10,5", "column 2 is empty"), ("0,0,10,,", "column 4 is empty"),
        ("0 0 ten 10", "column 3 is \"ten\""), ("0,0,10", "there are 3 columns"),
        ("0,0,10,10,5", "there are more than 4 columns"),
    ])
    func refusesBadLines(line: String, words: String) {
        let error = #expect(throws: EvaluationError.self) {
            try BoxText.boxes(of: "0 0 10 10\n" + line)
        }
        #expect(error?.code == .malformedText)
        #expect(error?.message.hasPrefix("line 2: \(words)") == true)
    }
}
