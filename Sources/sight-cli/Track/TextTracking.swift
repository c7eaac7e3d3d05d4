import Foundation
import Sight
import SightEvaluation
import SightGeometry
import SightTracking
import SightVideoIO

/// `sight track --detections`: tracks detections from a MOTChallenge file, without a model.
struct TextTracking {
    let detections: String
    let frames: String?
    let results: String
    let tracker: TrackerKind
    let frameRate: Double?
    /// The seconds for which an object may be absent and then get its identity back; 0 for none.
    let reidentificationTime: Double

    /// Tracks all frames up to the last one in the file.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed` or `usage`.
    func run() throws(CommandError) {
        let found = try DetectionText.read(detections)
        let last = found.keys.max() ?? 0
        let source = try frames.map { path throws(CommandError) in try open(path) }
        let rate = frameRate ?? source?.info.frameRate ?? 30
        // Times only grow, so the last frame shows whether all have one.
        _ = try time(of: last, rate)
        let output = try LineFile(results)
        try output.clear()
        var method = TrackingMethod(tracker.makeTracker(), usesPixels: source != nil)
        var reidentification =
            reidentificationTime > 0 ? Reidentification(patience: reidentificationTime) : nil
        var missing = 0
        var number = 1
        while number <= last {
            let image = try source.flatMap { reader throws(CommandError) in try next(reader) }
            if source != nil, image == nil { missing += 1 }
            let tracks = try update(
                &method, &reidentification, found[number] ?? [], image,
                at: try time(of: number, rate))
            for track in tracks where track.state != .removed {
                try output.write(
                    MOTText.line(
                        of: MOTRow(
                            frame: number, id: track.id, box: track.box, score: track.score)))
            }
            number += 1
        }
        try output.finish()
        if missing > 0 {
            Console.complain(
                "\(frames ?? ""): \(missing) of \(last) frames have no pixels; their objects were tracked by boxes alone"
            )
        }
    }

    private func update(
        _ method: inout TrackingMethod, _ reidentification: inout Reidentification?,
        _ detections: [Detection], _ image: VisionImage?, at time: FrameTime
    ) throws(CommandError) -> [Track] {
        do {
            let tracks = try method.update(detections, image?.luminance(), at: time)
            guard let image else { return tracks }
            return try reidentification?.update(tracks, in: image, at: time) ?? tracks
        } catch {
            throw CommandError(.someInputsFailed, "\(frames ?? ""): \(error)", cause: error)
        }
    }

    private func time(of frame: Int, _ rate: Double) throws(CommandError) -> FrameTime {
        guard let time = FrameTime(frame: frame, framesPerSecond: rate) else {
            throw CommandError(
                frameRate == nil ? .someInputsFailed : .usage,
                "at \(rate) frames per second, frame \(frame) is more than 292 years after the "
                    + "start: give another rate with --fps")
        }
        return time
    }

    private func open(_ path: String) throws(CommandError) -> VideoReader {
        var options = VideoOptions()
        options.frameRate = frameRate
        do throws(VideoError) {
            return try VideoReader(VideoInput(path), options: options)
        } catch {
            throw CommandError(.someInputsFailed, error.message, cause: error)
        }
    }

    private func next(_ reader: VideoReader) throws(CommandError) -> VisionImage? {
        do throws(VideoError) {
            return try reader.next().map { VisionImage($0.buffer, orientation: $0.orientation) }
        } catch {
            throw CommandError(.someInputsFailed, error.message, cause: error)
        }
    }
}
