/// What a layer of floats does to each result before it writes it: adds, then clamps.
struct Epilogue {
    /// A tensor of the output's shape.
    var addend: TensorSpec?
    var range: ClosedRange<Float>

    static let unbounded: ClosedRange<Float> = -.infinity ... .infinity
}
