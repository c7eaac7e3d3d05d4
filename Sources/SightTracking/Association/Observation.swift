/// A detection that a tracker accepts, in the form in which it computes.
struct Observation: Sendable {
    /// The edges in upright pixels, finite and not empty.
    var box: Corners
    /// The score, in 0…1.
    var score: Float
    /// The ratio of the score to the stream's typical score, in 0…1; some trackers use it.
    var standing: Float = 1
    /// The class index; `noClass` without a label.
    var classIndex: Int
    /// The index in the caller's array.
    var index: Int

    /// The class index of detections without a label.
    static let noClass = Int.min
    /// The largest coordinate of an edge; no image has pixels beyond it.
    static let farthestEdge: Float = 1e7

    /// Selects detections that can be objects, in an order independent of the caller's.
    ///
    /// - Parameters:
    ///   - detections: a frame's detections.
    ///   - observations: is replaced by the result: best score first, ties by position and size.
    static func collect(_ detections: [Detection], into observations: inout [Observation]) {
        observations.removeAll(keepingCapacity: true)
        for (index, detection) in detections.enumerated() {
            let box = Corners(detection.box)
            // A NaN fails every comparison.
            guard box.min() >= -farthestEdge, box.max() <= farthestEdge, box.x < box.z,
                box.y < box.w, detection.score.isFinite
            else { continue }
            observations.append(
                Observation(
                    box: box, score: min(max(detection.score, 0), 1),
                    classIndex: detection.label?.index ?? noClass, index: index))
        }
        observations.sort(by: precedes)
    }

    private static func precedes(_ left: Observation, _ right: Observation) -> Bool {
        if left.score != right.score { return left.score > right.score }
        for lane in 0..<4 where left.box[lane] != right.box[lane] {
            return left.box[lane] < right.box[lane]
        }
        if left.classIndex != right.classIndex { return left.classIndex < right.classIndex }
        return left.index < right.index
    }
}
