/// The state of an object in a tracker, as far as ``TrackletPool`` needs it.
protocol Tracklet: Sendable {
    /// The identity; 0 until the object is reported.
    var id: Int { get set }
    /// The number of frames since the latest match.
    var timeSinceUpdate: Int { get }

    /// Advances by a frame.
    mutating func predict()

    /// Updates the object with its matched observation in this frame.
    mutating func update(_ observation: Observation)

    /// Returns the object's track in a frame with a match.
    func track(secondsPerFrame: Double) -> Track
}
