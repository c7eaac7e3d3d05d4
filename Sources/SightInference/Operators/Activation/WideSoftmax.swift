import Foundation

/// SOFTMAX of 16-bit values with integer arithmetic.
///
/// - Source: TensorFlow Lite `SoftmaxInt16`: exponentials over −10 … 0 and the reciprocal over
///   1 … 2 are sampled; rounds to nearest, ties up.
struct WideSoftmax: Sendable {
    private let exponential = SampledFunction(over: Float(-10)...0) { expf($0) }
    private let reciprocal = SampledFunction(over: Double(0)...1) { 1 / (1 + $0) }
    /// The factor from units of the input to units of 10/65535.
    private let factor: FixedPointMultiplier

    init(inputScale: Float, beta: Float) {
        factor = FixedPointMultiplier(
            Double(inputScale) * Double(beta) / (10.0 / 65535.0))
    }

    /// Runs one row of `depth` elements; input and output may be the same memory.
    func run(
        _ input: UnsafeMutablePointer<Int16>, _ output: UnsafeMutablePointer<Int16>, _ depth: Int
    ) {
        var largest = Int16.min
        for i in 0..<depth { largest = max(largest, input[i]) }
        var sum: Int32 = 0
        for i in 0..<depth {
            let scaled = factor.apply(Int32(input[i]) - Int32(largest))
            let value = exponential(Int16(clamping: scaled &+ 32767))
            output[i] = Int16(clamping: value)
            sum = sum &+ value
        }
        let headroom = Int64(sum.leadingZeroBitCount)
        // The positive sum is scaled to 1 … 2, as 2¹⁶ … 2¹⁷; the table's argument is its centered
        // fraction.
        guard sum > 1 else { return }
        let shifted = ((Int64(sum) << (headroom - 1)) + (1 << 13)) >> 14
        let fraction = shifted - (1 << 15) - (1 << 16)
        let inverse = Int64(reciprocal(Int16(clamping: fraction)))
        let shift = 31 - headroom
        for i in 0..<depth {
            let share = (Int64(output[i]) * inverse + (1 << (shift - 1))) >> shift
            output[i] = Int16(max(0, min(share, 32767)))
        }
    }
}
