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
}
