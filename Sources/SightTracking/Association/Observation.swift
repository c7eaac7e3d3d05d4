/// A detection that a tracker accepts, in the form it computes in.
struct Observation: Sendable {
    /// Edges in upright pixels; finite, not empty.
    var box: Corners
    /// In 0…1.
    var score: Float
    /// The score in parts of the stream's typical score, in 0…1; for trackers that use it.
    var standing: Float = 1
    /// Class index; `noClass` without a label.
    var classIndex: Int
    /// Position in the caller's array.
    var index: Int

    /// The class index of detections without a label.
    static let noClass = Int.min
    /// Edges beyond this are no pixels of any image.
    static let farthestEdge: Float = 1e7

    /// Takes over what can be an object, in an order that does not depend on the caller's.
    ///
    /// - Parameters:
    ///   - detections: a frame's detections.
    ///   - observations: replaced; best score first, ties by position and size.
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
