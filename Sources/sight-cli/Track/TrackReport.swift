import Sight
import SightGeometry
import SightReports
import SightVideoIO

/// The JSON of `sight track --jsonl`: one object a frame.
struct TrackReport: Encodable {
    let file: String
    /// Counted from 0.
    let frame: Int
    /// Seconds since the first frame.
    let time: Double
    let width: Int
    let height: Int
    /// Whether detections came with this frame.
    let detected: Bool
    /// Whether no detection has finished yet.
    let partial: Bool
    /// Whether the decoder had to guess parts of the frame.
    let damaged: Bool
    /// Frames dropped so far.
    let dropped: Int
    let objects: [DetectReport.Item]

    /// Reports a frame.
    init(_ frame: VideoFrame, _ tracked: TrackedFrame, file: String, dropped: Int) {
        self.file = file
        self.frame = frame.index
        time = (tracked.time.seconds * 1e6).rounded() / 1e6
        width = Int(tracked.size.width)
        height = Int(tracked.size.height)
        detected = tracked.hasNewDetections
        partial = tracked.isPartial
        damaged = frame.isDamaged
        self.dropped = dropped
        objects = tracked.objects.map { DetectReport.Item($0) }
    }
}
