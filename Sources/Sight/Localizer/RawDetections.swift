/// What a detector's four output tensors hold after a run.
struct RawDetections: Sendable {
    /// `[N, 4]`: ymin, xmin, ymax, xmax as fractions of the model's input.
    let boxes: [Float]
    /// `[N]`: class indices without background.
    let classes: [Float]
    /// `[N]`.
    let scores: [Float]
    /// How many of the N are meant; the rest is stale.
    let count: Float

    /// How many rows can be read: the count, inside what the arrays have.
    var rowCount: Int {
        let limit = min(boxes.count / 4, classes.count, scores.count)
        guard count > 0 else { return 0 }  // and NaN
        return count < Float(limit) ? Int(count) : limit
    }
}
