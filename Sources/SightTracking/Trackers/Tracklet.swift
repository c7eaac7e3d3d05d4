/// An object as a tracker remembers it: what ``TrackletPool`` needs to know of it.
protocol Tracklet: Sendable {
    /// The identity; 0 until the object is shown.
    var id: Int { get set }
    /// Frames since the latest match.
    var timeSinceUpdate: Int { get }

    /// Moves on by a frame.
    mutating func predict()

    /// Takes the matched observation of this frame.
    mutating func update(_ observation: Observation)

    /// What users get while the object is matched.
    func track(secondsPerFrame: Double) -> Track
}
