import Foundation
import ModelFixtures
import SightModelFile
import Testing

@Suite struct ScoreCalibrationTests {
    private func calibration(
        _ text: String, classCount: Int, _ transformation: ScoreCalibration.Transformation = .log
    ) throws -> ScoreCalibration {
        try ScoreCalibration(
            parameters: Array(text.utf8), classCount: classCount,
            options: .init(transformation: transformation, defaultScore: 0.2))
    }

    @Test func parses() throws {
        let result = try calibration("\n1,2,3\n0.5, -1e-1 ,3,-99\r\n", classCount: 4)
        #expect(result.sigmoids[0] == nil)
        #expect(
            result.sigmoids[1] == .init(scale: 1, slope: 2, offset: 3, minimumScore: nil))
        #expect(
            result.sigmoids[2]
                == .init(scale: 0.5, slope: -0.1, offset: 3, minimumScore: -99))
        #expect(result.sigmoids[3] == nil)
    }

    @Test(arguments: [
        "1", "1,2", "1,2,3,4,5", "a,2,3", "1,2,", "-1,2,3", "nan,1,1", "1,inf,1", "1;2;3", ",,",
    ])
    func rejects(line: String) {
        let error = #expect(throws: ModelError.self) {
            try calibration("1,1,1\n" + line, classCount: 2)
        }
        #expect(error?.code == .invalidMetadata)
        #expect(error?.message.contains("line 2") == true)
        #expect(error?.detail == .metadata(.calibrationLine(2)))
    }

    @Test func lineCount() {
        let error = #expect(throws: ModelError.self) { try calibration("1,1,1\n", classCount: 1) }
        #expect(error?.message == "the score calibration has 2 lines for 1 classes")
        #expect(error?.detail == .metadata(.calibrationLineCount(lines: 2, classes: 1)))
    }

    /// Lines and fields without number, which are counted before memory is taken for each.
    @Test(arguments: ["\n", ","]) func endlessFilesAreRefused(character: String) {
        let count = 1 << 25
        let text = String(repeating: character, count: count)
        let error = #expect(throws: ModelError.self) { try calibration(text, classCount: 1) }
        #expect(error?.code == .invalidMetadata)
    }

    /// Compares with the formula; the tolerance is one rounding from Double to Float.
    @Test func formula() throws {
        let line = "0.75,1.5,-0.25,0.1"
        for score: Float in [0.1, 0.2, 0.5, 0.9, 0.999] {
            let value = Double(score)
            let cases: [(ScoreCalibration.Transformation, Double)] = [
                (.identity, value), (.log, log(value)),
                (.inverseLogistic, log(value / (1 - value))),
            ]
            for (transformation, transformed) in cases {
                let expected = 0.75 / (1 + exp(-(1.5 * transformed - 0.25)))
                let result = try calibration(line, classCount: 1, transformation)
                    .calibrate(score, classIndex: 0)
                #expect(abs(Double(result) - expected) <= 1e-7)
            }
        }
    }

    @Test func defaultScore() throws {
        let result = try calibration("\n1,1,1,0.5", classCount: 2, .identity)
        #expect(result.calibrate(0.9, classIndex: 0) == 0.2)
        #expect(result.calibrate(0.4, classIndex: 1) == 0.2)
        #expect(result.calibrate(0.5, classIndex: 1) != 0.2)
        #expect(result.calibrate(0.9, classIndex: 2) == 0.2)
        #expect(result.calibrate(0.9, classIndex: -1) == 0.2)
    }

    /// The continuation meets the logarithm at the threshold and stays finite down to 0.
    @Test func clampedLog() throws {
        let threshold = 1e-16
        #expect(abs(ScoreCalibration.clampedLog(threshold) - log(threshold)) <= 1e-12)
        let below = ScoreCalibration.clampedLog(threshold * (1 - 1e-9))
        #expect(abs(below - log(threshold)) <= 1e-8)
        #expect(abs(ScoreCalibration.clampedLog(0) - (log(threshold) - log(2))) <= 1e-12)
        for transformation: ScoreCalibration.Transformation in [.log, .inverseLogistic] {
            let ends = try calibration("1,1,0", classCount: 1, transformation)
            #expect(ends.calibrate(0, classIndex: 0) <= 1e-15)
            #expect(ends.calibrate(1, classIndex: 0) >= 0.5)
        }
    }

    @Test(.enabled(if: SharedFixtures.areAvailable))
    func publishedParameters() throws {
        let folder = "expected/metadata_json/"
        let labels = try LabelMap(names: SharedFixtures.bytes(folder + "labelmap.txt"))
        let files = [("score_calibration.csv", false), ("score_calibration_dummy.csv", true)]
        for (name, first) in files {
            let result = try ScoreCalibration(
                parameters: SharedFixtures.bytes(folder + name), classCount: labels.count,
                options: .init(transformation: .inverseLogistic, defaultScore: 0.2))
            #expect((result.sigmoids[0] != nil) == first)
            #expect(result.sigmoids[89] == nil)
        }
    }
}
