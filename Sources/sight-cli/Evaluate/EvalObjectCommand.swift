import ArgumentParser
import Foundation
import SightEvaluation
import SightGeometry

/// `sight eval sot`: measures a tracker of a single object.
struct EvalObjectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sot",
        abstract: "Measure one object's boxes: success and precision.",
        discussion: """
            Both files have a line of left, top, width and height for each frame. Success is the \
            area under the curve of frames above an IoU, precision the share of frames whose \
            center is at most 20 pixels off. Frames whose ground truth is empty (NaN, or 0 wide \
            or high) have no object and are left out.

            EXAMPLE:
              sight eval sot --gt groundtruth_rect.txt --results boxes.txt
            """)

    @Option(name: .customLong("gt"), help: ArgumentHelp("Ground truth.", valueName: "file"))
    var groundTruth: String

    @Option(help: ArgumentHelp("The results of a tracker.", valueName: "file"))
    var results: String

    @Flag(help: "Print one JSON object instead.")
    var json = false

    private struct Row: Encodable {
        let sequence: String
        let frames: Int
        let absentFrames: Int
        let success: Double
        let precision: Double
        let meanOverlap: Double
    }

    func run() throws {
        let truth = try Self.read(groundTruth)
        let found = try Self.read(results)
        let metrics: SingleObjectMetrics
        do throws(EvaluationError) {
            metrics = try SingleObjectMetrics(groundTruth: truth, results: found)
        } catch {
            throw CommandError(error, groundTruth: groundTruth, results: results)
        }
        let row = Row(
            sequence: results, frames: metrics.frames, absentFrames: metrics.absentFrames,
            success: metrics.success, precision: metrics.precision,
            meanOverlap: metrics.meanOverlap)
        let absent =
            row.absentFrames > 0
            ? " (\(row.absentFrames.counted("frame")) without the object left out)" : ""
        print(
            json
                ? try JSONText.line(row)
                : "\(row.frames.counted("frame"))\(absent): "
                    + String(
                        format: "success %.3f, precision %.3f, mean IoU %.3f", row.success,
                        row.precision, row.meanOverlap))
    }

    private static func read(_ path: String) throws(CommandError) -> [Upright.Rect] {
        let bytes = try InputFile.read(path, limit: 1 << 26)
        do {
            return try BoxText.boxes(of: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw CommandError(.someInputsFailed, "\(path): \(error)", cause: error)
        }
    }
}
