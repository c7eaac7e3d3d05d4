/// The contents of a detector's four output tensors after a run.
struct RawDetections: Sendable {
    /// `[N, 4]`: ymin, xmin, ymax, xmax as fractions of the model's input.
    let boxes: [Float]
    /// `[N]`: class indices without background.
    let classes: [Float]
    /// `[N]`: the scores.
    let scores: [Float]
    /// The number of valid rows among the N; the contents of the others are stale.
    let count: Float
    /// `[N]`: the points of each object as fractions of the model's input; empty without points.
    var points: [[SIMD2<Float>]] = []

    /// The number of rows that can be read: the count, limited by the lengths of the arrays.
    var rowCount: Int {
        let limit = min(boxes.count / 4, classes.count, scores.count)
        guard count > 0 else { return 0 }  // This line covers NaN, too.
        return count < Float(limit) ? Int(count) : limit
    }
}
