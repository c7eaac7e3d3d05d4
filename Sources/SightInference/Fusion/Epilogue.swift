/// The last steps of a float layer for each result: adding another tensor, then a clamp.
struct Epilogue {
    /// The tensor to add, which has the output's shape.
    var addend: TensorSpec?
    var range: ClosedRange<Float>

    static let unbounded: ClosedRange<Float> = -.infinity ... .infinity
}
