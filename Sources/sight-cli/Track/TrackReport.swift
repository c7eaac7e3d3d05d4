import Sight
import SightGeometry
import SightReports
import SightVideoIO

/// One line of `sight track --jsonl`: the objects of a frame.
struct TrackReport: Encodable {
    let file: String
    /// The number of the frame, from 0.
    let frame: Int
    /// Seconds since the first frame.
    let time: Double
    let width: Int
    let height: Int
    /// Whether new detections arrived with this frame.
    let detected: Bool
    /// Whether no detection has finished so far.
    let partial: Bool
    /// Whether the decoder had to guess parts of the frame.
    let damaged: Bool
    /// The number of frames dropped so far.
    let dropped: Int
    let objects: [DetectReport.Item]

    /// Creates the report of a frame.
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
