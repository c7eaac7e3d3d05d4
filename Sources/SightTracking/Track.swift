public import SightGeometry

/// One identity as a tracker sees it in one frame.
public struct Track: Hashable, Sendable {
    /// How far a tracker trusts an identity: tentative → confirmed → lost → removed.
    public enum State: Hashable, Sendable {
        /// New; not yet seen often enough to be believed.
        case tentative
        /// Seen often enough, and matched in this frame.
        case confirmed
        /// Believed, but not matched in this frame: the box is predicted or followed in the pixels.
        case lost
        /// Given up in this frame; never comes back.
        case removed
    }

    /// The identity: positive, unique in its tracker and never given again, not even after a reset.
    public let id: Int
    /// Where the object is in this frame, in upright pixels.
    public let box: Rect<Upright>
    /// How far the tracker trusts the identity.
    public let state: State
    /// Score of the latest matched detection, in 0…1.
    public let score: Float
    /// Class index of the object's detections; `nil` when they have no label.
    public let classIndex: Int?
    /// Movement of the box's centre, in pixels a second; 0 until it is known.
    public let velocity: Point<Upright>
    /// Frames since birth, 0 in the frame of birth.
    public let age: Int
    /// Frames with a matched detection, birth included.
    public let hits: Int
    /// Frames since the last match; 0 when a detection of this frame was matched.
    public let timeSinceUpdate: Int
    /// Position of the matched detection in this frame's array; `nil` when there is none.
    public let detectionIndex: Int?

    /// Makes a track.
    public init(
        id: Int, box: Rect<Upright>, state: State, score: Float, classIndex: Int? = nil,
        velocity: Point<Upright> = Point(x: 0, y: 0), age: Int = 0, hits: Int = 1,
        timeSinceUpdate: Int = 0, detectionIndex: Int? = nil
    ) {
        self.id = id
        self.box = box
        self.state = state
        self.score = score
        self.classIndex = classIndex
        self.velocity = velocity
        self.age = age
        self.hits = hits
        self.timeSinceUpdate = timeSinceUpdate
        self.detectionIndex = detectionIndex
    }
}
