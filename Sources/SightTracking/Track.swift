public import SightGeometry

/// One object in one frame, with its identity.
public struct Track: Hashable, Sendable {
    /// The stages of a track: tentative, then confirmed, sometimes lost, and finally removed.
    public enum State: Hashable, Sendable {
        /// The track is new and has not had enough matches yet.
        case tentative
        /// The track has had enough matches, and a detection of this frame matched it.
        case confirmed
        /// The track was confirmed, but nothing in this frame matched it: its box is predicted, or
        /// follows the pixels.
        case lost
        /// The track ends in this frame and does not return.
        case removed
    }

    /// The tracking ID: positive, unique within its tracker and never used again, not even after a
    /// reset.
    public let id: Int
    /// The box of the object in this frame, in upright pixels.
    public let box: Rect<Upright>
    /// The stage of the track in this frame.
    public let state: State
    /// The score of the last detection that matched, in 0…1.
    public let score: Float
    /// The class index of the object's detections; `nil` if they have no label.
    public let classIndex: Int?
    /// The velocity of the middle of the box, in pixels per second; 0 until it is known.
    public let velocity: Point<Upright>
    /// The number of frames since the track began; 0 in its first frame.
    public let age: Int
    /// The number of frames in which a detection matched, including the first.
    public let hits: Int
    /// The number of frames since the last match; 0 if a detection of this frame matched.
    public let timeSinceUpdate: Int
    /// The index of the matching detection in the array of this frame; `nil` if there is none.
    public let detectionIndex: Int?

    /// Creates a track.
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
