import SightConcurrency
import SightGeometry
import SightTracking

/// The state of a stream after a frame.
///
/// The state is a value, so a copy from before a frame undoes a frame that fails.
struct StreamState {
    var tracker: TrackingMethod
    /// The tracks of the last frame.
    var tracks: [Track] = []
    var memory = IdentityMemory()
    /// Recognizes objects that return; `nil` if every object that appears is new.
    var reidentification: Reidentification?
    var ranking: ProminenceRanking
    var lastTime: FrameTime?
    /// The shape of the last frame.
    var shape: Shape?
    /// The number of frames since the start or the last reset.
    var frameIndex = 0
    /// Whether a detection has finished since the start or the last reset.
    var hasDetected = false
    /// The results of work beside the stream; copies of the state share it until a reset.
    var mail = Guarded(TrackingMail())

    /// The size and the orientation of a frame; a frame with others starts another stream.
    struct Shape: Equatable {
        let size: Size<Source>
        let orientation: Orientation

        init(of image: VisionImage) {
            size = image.sourceSize
            orientation = image.orientation
        }
    }

    /// Forgets every object; tracking IDs continue to count up.
    ///
    /// Work beside the stream that began before puts its results into a mail that nobody reads.
    mutating func reset() {
        tracker.reset()
        tracks = []
        memory.reset()
        reidentification?.reset()
        ranking.reset()
        lastTime = nil
        shape = nil
        frameIndex = 0
        hasDetected = false
        mail = Guarded(TrackingMail())
    }
}
