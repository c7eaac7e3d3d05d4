/// The last steps of a float layer for each result: adding another tensor, then a clamp.
struct Epilogue {
    /// The tensor to add.
    ///
    /// It has the output's shape, or fewer channels: then zero is added to the others.
    var addend: TensorSpec? = nil
    /// Whether the tensor to add has fewer channels than the output.
    var addendIsNarrow = false
    var range: ClosedRange<Float>

    static let unbounded: ClosedRange<Float> = -.infinity ... .infinity
}
