import SightGeometry

/// The state of an object in SORT and ByteTrack: a constant-velocity filter over its four edges.
///
/// - Source: noise of the package `trackers` 2.6.1: 0.01 per frame, 0.1 for a measurement, 1 at the
///   start.
struct CornerTracklet: Tracklet {
    private static let start = BoxFilter.Noise(position: .one, velocity: .one)
    private static let process = BoxFilter.Noise(
        position: SIMD4(repeating: 0.01), velocity: SIMD4(repeating: 0.01))
    private static let measurement = SIMD4<Float>(repeating: 0.1)

    private var filter: BoxFilter
    private var observation: Observation
    /// The identity; 0 until the tracker assigns one.
    var id = 0
    /// The number of frames since the object started.
    private(set) var age = 0
    /// The number of matched frames, including the first.
    private(set) var hits = 1
    /// The number of matched frames without a gap, including the first.
    private(set) var consecutiveHits = 1
    /// The number of frames since the latest match.
    private(set) var timeSinceUpdate = 0

    init(_ observation: Observation) {
        self.observation = observation
        filter = BoxFilter(observation.box, variance: Self.start)
    }

    /// The predicted edges in this frame.
    var predicted: Corners { filter.position }

    /// Advances by a frame.
    mutating func predict() {
        filter.predict(noise: Self.process)
        if timeSinceUpdate > 0 { consecutiveHits = 0 }
        timeSinceUpdate += 1
        age += 1
    }

    /// Updates the object with its matched observation in this frame.
    mutating func update(_ observation: Observation) {
        filter.update(observation.box, variance: Self.measurement)
        self.observation = observation
        hits += 1
        consecutiveHits += 1
        timeSinceUpdate = 0
    }

    /// Returns the object's track in a frame with a match.
    func track(secondsPerFrame: Double) -> Track {
        let movement = filter.velocity.middle
        return Track(
            id: id, box: observation.box.rectangle, state: .confirmed, observation: observation,
            movement: movement, secondsPerFrame: secondsPerFrame, age: age, hits: hits)
    }
}
