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

    private var framesName: String { frames.map { VideoInput.name(of: $0) } ?? "" }

    /// Tracks all frames up to the last one in the file, or until a stop is requested.
    ///
    /// - Throws: ``CommandError`` with status `someInputsFailed` or `usage`; everything before is
    ///   written.
    func run(_ signal: InterruptSignal) throws(CommandError) {
        let found = try DetectionText.read(detections)
        let last = found.keys.max() ?? 0
        let interruption = VideoInterruption()
        signal.whenRaised { interruption.interrupt() }
        var source = try frames.map { path throws(CommandError) in
            NumberedFrames(try open(path, interruption))
        }
        let rate = frameRate ?? source?.frameRate ?? 30
        // Times only grow, so the last frame shows whether all have one.
        _ = try time(of: last, rate)
        let output = try LineFile(results)
        try output.clear()
        do throws(CommandError) {
            let missing = try track(found, last, rate, &source, signal, output)
            try output.finish()
            if missing > 0 {
                Console.complain(
                    "\(framesName): \(missing) of \(last) frames have no pixels; their objects were tracked by boxes alone"
                )
            }
        } catch {
            try? output.finish()
            throw error
        }
    }

    /// Tracks and writes frame by frame; returns the number of frames without pixels.
    private func track(
        _ found: [Int: [Detection]], _ last: Int, _ rate: Double, _ source: inout NumberedFrames?,
        _ signal: InterruptSignal, _ output: LineFile
    ) throws(CommandError) -> Int {
        var method = TrackingMethod(tracker.makeTracker(), usesPixels: source != nil)
        var reidentification =
            reidentificationTime > 0 ? Reidentification(patience: reidentificationTime) : nil
        var missing = 0
        var number = 1
        while number <= last, !signal.isRaised {
            let image = try source?.image(number)
            if signal.isRaised { break }
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
        return missing
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
            throw CommandError(.someInputsFailed, "\(framesName): \(error)", cause: error)
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

    private func open(
        _ path: String, _ interruption: VideoInterruption
    ) throws(CommandError) -> VideoReader {
        var options = VideoOptions()
        options.frameRate = frameRate
        do throws(VideoError) {
            return try VideoReader(
                VideoInput(path), options: options, interruption: interruption)
        } catch {
            throw CommandError(.someInputsFailed, error.message, cause: error)
        }
    }
}
