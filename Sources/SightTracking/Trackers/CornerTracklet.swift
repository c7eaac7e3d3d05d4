import SightGeometry

/// An object as SORT and ByteTrack remember it: a constant-velocity filter over its four edges.
///
/// - Source: noise of the package `trackers` 2.6.1: 0.01 a frame, 0.1 for a measurement, start at 1.
struct CornerTracklet: Tracklet {
    private static let start = BoxFilter.Noise(position: .one, velocity: .one)
    private static let process = BoxFilter.Noise(
        position: SIMD4(repeating: 0.01), velocity: SIMD4(repeating: 0.01))
    private static let measurement = SIMD4<Float>(repeating: 0.1)

    private var filter: BoxFilter
    private var observation: Observation
    /// The identity; 0 until the tracker gives one.
    var id = 0
    /// Frames since birth.
    private(set) var age = 0
    /// Matched frames, birth included.
    private(set) var hits = 1
    /// Matched frames without a gap, birth included.
    private(set) var consecutiveHits = 1
    /// Frames since the latest match.
    private(set) var timeSinceUpdate = 0

    init(_ observation: Observation) {
        self.observation = observation
        filter = BoxFilter(observation.box, variance: Self.start)
    }

    /// The edges expected in this frame.
    var predicted: Corners { filter.position }

    /// Moves on by a frame.
    mutating func predict() {
        filter.predict(noise: Self.process)
        if timeSinceUpdate > 0 { consecutiveHits = 0 }
        timeSinceUpdate += 1
        age += 1
    }

    /// Takes the matched observation of this frame.
    mutating func update(_ observation: Observation) {
        filter.update(observation.box, variance: Self.measurement)
        self.observation = observation
        hits += 1
        consecutiveHits += 1
        timeSinceUpdate = 0
    }

    /// What users get while the object is matched.
    func track(secondsPerFrame: Double) -> Track {
        let movement = filter.velocity.middle
        return Track(
            id: id, box: observation.box.rectangle, state: .confirmed, observation: observation,
            movement: movement, secondsPerFrame: secondsPerFrame, age: age, hits: hits)
    }
}
