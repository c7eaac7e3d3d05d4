import Foundation

/// LOG_SOFTMAX of bytes with a table of 256 exponentials, which are summed as floats.
///
/// - Source: TensorFlow Lite `optimized_ops::LogSoftmax`, which rounds to nearest, ties to even.
///   The result differs from the reference's fixed-point form by at most one unit.
struct LogSoftmaxTable: Sendable {
    /// `exp(−scale × (255 − index))`.
    private let exponentials: [Float]
    private let inputScale: Float
    private let output: Affine

    init(_ input: Affine, _ output: Affine) {
        exponentials = (0..<256).map { expf(-input.scale * Float(255 - $0)) }
        inputScale = input.scale
        self.output = output
    }

    /// Runs one row of `depth` elements.
    @inline(__always)
    func run<Value: FixedWidthInteger & BitwiseCopyable>(
        _ input: UnsafePointer<Value>, _ target: UnsafeMutablePointer<Value>, _ depth: Int
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
        for i in 0..<depth {
            let steps = (scale * Float(input[i]) - base).rounded(.toNearestOrEven)
            target[i] = Value(clamping: Int32(saturating: steps) &+ output.zeroPoint)
        }
    }
}
