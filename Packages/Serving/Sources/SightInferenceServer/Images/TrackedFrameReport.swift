import Sight
import SightReports

/// What `POST /v1/track` says about a frame: as `sight track --jsonl` has it.
struct TrackedFrameReport: Encodable, Sendable {
    let session: String
    /// Counted from 0.
    let frame: Int
    let width: Int
    let height: Int
    /// Whether detections came with this frame.
    let detected: Bool
    /// Whether no detection has finished yet.
    let partial: Bool
    let objects: [DetectReport.Item]

    init(_ tracked: TrackedFrame, session: String, frame: Int) {
        self.session = session
        self.frame = frame
        width = Int(tracked.size.width)
        height = Int(tracked.size.height)
        detected = tracked.hasNewDetections
        partial = tracked.isPartial
        objects = tracked.objects.map { DetectReport.Item($0) }
    }
}
