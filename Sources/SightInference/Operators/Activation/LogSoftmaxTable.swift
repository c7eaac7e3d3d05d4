import CSightKernels
import Foundation

/// LOG_SOFTMAX of bytes with a table of 256 exponentials, which are summed as floats.
///
/// - Source: TensorFlow Lite `optimized_ops::LogSoftmax`, which rounds to nearest, ties to even.
///   The result differs from the reference's fixed-point form by at most one unit.
struct LogSoftmaxTable: Sendable {
    /// `exp(−scale × (255 − index))`.
    private let exponentials: [Float]
    private let round = sight_row_kernels_best(sight_current_tier()).pointee.roundings
    private let quantize = sight_row_kernels_best(sight_current_tier()).pointee.quantize
    private let inputScale: Float
    private let output: Affine

    init(_ input: Affine, _ output: Affine) {
        exponentials = (0..<256).map { expf(-input.scale * Float(255 - $0)) }
        inputScale = input.scale
        self.output = output
    }

    /// The bytes of working memory for a row.
    static let scratchSize = partCount * MemoryLayout<Float>.stride
    /// The number of elements that are rounded at once.
    private static let partCount = 256

    /// Runs one row of `depth` elements, with working memory for ``scratchSize`` bytes.
    @inline(__always)
    func run<Value: FixedWidthInteger & BitwiseCopyable>(
        _ input: UnsafePointer<Value>, _ target: UnsafeMutablePointer<Value>, _ depth: Int,
        _ steps: UnsafeMutablePointer<Float>
    ) {
        let offset = -Int(Value.min)
        var largest = Value.min
        for i in 0..<depth { largest = max(largest, input[i]) }
        let shift = 255 - (Int(largest) + offset)
        var sum: Float = 0
        exponentials.withUnsafeBufferPointer { table in
            for i in 0..<depth { sum += table[shift + Int(input[i]) + offset] }
        }
        let scale = inputScale / output.scale
        let base = (inputScale * Float(largest) + logf(sum)) / output.scale
        for start in stride(from: 0, to: depth, by: Self.partCount) {
            let count = min(depth - start, Self.partCount)
            for i in 0..<count { steps[i] = scale * Float(input[start + i]) - base }
            round?(steps, count, steps)
            // The kernel only adds the zero point and saturates, as the steps are whole numbers.
            quantize?(
                steps, count, 1, Float(output.zeroPoint), Value.isSigned, target + start)
        }
    }
}
