import CSightKernels
import SightTensor

/// A function of two floats with a clamp, computed by a vector kernel.
struct FloatArithmetic: BinaryFunction, Sendable {
    enum Function {
        case sum, difference, product, squaredDifference
        /// The second operand if either is NaN.
        case larger, smaller
    }

    nonisolated(unsafe) private let kernel:
        @convention(c) (UnsafePointer<sight_binary_rows>?) -> Void
    private let range: ClosedRange<Float>

    init(_ function: Function, range: ClosedRange<Float> = Epilogue.unbounded) {
        let kernels = sight_row_kernels_best(sight_current_tier()).pointee
        kernel =
            switch function {
            case .sum: kernels.add
            case .difference: kernels.subtract
            case .product: kernels.multiply
            case .squaredDifference: kernels.square_difference
            case .larger: kernels.larger
            case .smaller: kernels.smaller
            }
        self.range = range
    }

    func apply(_ a: Float, _ b: Float) -> Float {
        var (a, b, output) = (a, b, Float(0))
        row(&a, &b, &output, 1, .zero)
        return output
    }

    func row(
        _ a: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>,
        _ output: UnsafeMutablePointer<Float>, _ count: Int, _ steps: SIMD4<Int>
    ) {
        rows(a, b, output, 1, .zero, count, steps)
    }

    func rows(
        _ a: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>,
        _ output: UnsafeMutablePointer<Float>, _ rowCount: Int, _ rowSteps: SIMD4<Int>,
        _ count: Int, _ steps: SIMD4<Int>
    ) {
        var rows = sight_binary_rows(
            a: a, b: b, output: output, rows: rowCount, count: count, a_row: rowSteps.x,
            b_row: rowSteps.y, output_row: rowSteps.z, a_step: steps.x, b_step: steps.y,
            minimum: range.lowerBound, maximum: range.upperBound)
        kernel(&rows)
    }
}

/// A quotient of floats with a clamp.
struct FloatDivision: BinaryFunction {
    let range: ClosedRange<Float>
    @inline(__always)
    func apply(_ a: Float, _ b: Float) -> Float { clamp(a / b, range.lowerBound, range.upperBound) }
}
