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
    private let map = sight_row_kernels_best(sight_current_tier()).pointee.map_bytes
    private let inputScale: Float
    private let output: Affine

    init(_ input: Affine, _ output: Affine) {
        exponentials = (0..<256).map { expf(-input.scale * Float(255 - $0)) }
        inputScale = input.scale
        self.output = output
    }

    /// The bytes of working memory for a row: a real number and a result for each byte.
    static let scratchSize = byteCount * (MemoryLayout<Float>.stride + 1)
    /// The number of values of a byte.
    private static let byteCount = 256

    /// Runs one row of `depth` elements, with working memory for ``scratchSize`` bytes.
    ///
    /// A long row is mapped with a table of the results of all bytes.
    @inline(__always)
    func run<Value: FixedWidthInteger & BitwiseCopyable>(
        _ input: UnsafeMutablePointer<Value>, _ target: UnsafeMutablePointer<Value>, _ depth: Int,
        _ scratch: UnsafeMutableRawPointer
    ) {
        let (scale, base) = line(input, depth)
        let steps = scratch.assumingMemoryBound(to: Float.self)
        guard depth > Self.byteCount else {
            for i in 0..<depth { steps[i] = scale * Float(input[i]) - base }
            return finish(steps, depth, target)
        }
        let results = (scratch + Self.byteCount * MemoryLayout<Float>.stride)
            .assumingMemoryBound(to: Value.self)
        for i in 0..<Self.byteCount {
            steps[i] = scale * Float(Value(truncatingIfNeeded: i)) - base
        }
        finish(steps, Self.byteCount, results)
        map?(
            UnsafeRawPointer(input).assumingMemoryBound(to: UInt8.self), depth,
            UnsafeRawPointer(results).assumingMemoryBound(to: UInt8.self),
            UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt8.self))
    }

    /// Returns the line `scale × byte − base`, which gives the result of each byte of a row.
    ///
    /// ``finish(_:_:_:)`` then rounds the results and adds the zero point.
    @inline(__always)
    private func line<Value: FixedWidthInteger & BitwiseCopyable>(
        _ input: UnsafeMutablePointer<Value>, _ depth: Int
    ) -> (scale: Float, base: Float) {
        var largest = Value.min
        for i in 0..<depth { largest = max(largest, input[i]) }
        let shift = 255 - Int(largest)
        // Four sums at once, because each addition waits for the one before.
        var sums: (Float, Float, Float, Float) = (0, 0, 0, 0)
        exponentials.withUnsafeBufferPointer { table in
            let whole = depth & ~3
            for i in stride(from: 0, to: whole, by: 4) {
                sums.0 += table[shift + Int(input[i])]
                sums.1 += table[shift + Int(input[i + 1])]
                sums.2 += table[shift + Int(input[i + 2])]
                sums.3 += table[shift + Int(input[i + 3])]
            }
            for i in whole..<depth { sums.0 += table[shift + Int(input[i])] }
        }
        let sum = (sums.0 + sums.1) + (sums.2 + sums.3)
        return (
            inputScale / output.scale,
            (inputScale * Float(largest) + logf(sum)) / output.scale
        )
    }

    /// Rounds results, adds the zero point and saturates them.
    @inline(__always)
    private func finish<Value: FixedWidthInteger & BitwiseCopyable>(
        _ steps: UnsafeMutablePointer<Float>, _ count: Int, _ target: UnsafeMutablePointer<Value>
    ) {
        round?(steps, count, steps)
        // The kernel only adds the zero point and saturates, as the steps are whole numbers.
        quantize?(steps, count, 1, Float(output.zeroPoint), Value.isSigned, target)
    }
}
