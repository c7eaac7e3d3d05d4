import Sight
import SightReports

/// The answer of `POST /v1/track` for a frame, in the form of `sight track --jsonl`.
struct TrackedFrameReport: Encodable, Sendable {
    let session: String
    /// The number of the frame, counted from 0.
    let frame: Int
    let width: Int
    let height: Int
    /// Whether the objects include new detections of this frame.
    let detected: Bool
    /// Whether no detection has finished yet.
    let partial: Bool
    /// Whether the file is cut off or damaged, so that pixels may be missing or wrong.
    let damaged: Bool
    let objects: [DetectReport.Item]

    init(_ tracked: TrackedFrame, session: String, frame: Int, isDamaged: Bool) {
        self.session = session
        self.frame = frame
        width = Int(tracked.size.width)
        height = Int(tracked.size.height)
        detected = tracked.hasNewDetections
        partial = tracked.isPartial
        damaged = isDamaged
        objects = tracked.objects.map { DetectReport.Item($0) }
    }
}
