import Foundation

/// SOFTMAX of bytes with a table of 256 exponentials, which are summed as floats.
///
/// - Source: TensorFlow Lite `PopulateSoftmaxLookupTable`: rounds to nearest, ties away from zero.
struct SoftmaxTable: Sendable {
    /// `exp(−scale × beta × (255 − index))`.
    private let exponentials: [Float]
    private let output: Affine

    init(_ input: Affine, _ output: Affine, beta: Float) {
        let scale = -input.scale * beta
        exponentials = (0..<256).map { expf(scale * Float(255 - $0)) }
        self.output = output
    }

    /// Runs one row that starts `offset` elements into the output.
    @inline(__always)
    func run<Result: FixedWidthInteger & BitwiseCopyable>(
        _ input: UnsafePointer<UInt8>, _ target: UnsafeMutableRawPointer, _ offset: Int,
        _ depth: Int, _ isSigned: Bool, _: Result.Type
    ) {
        let target = target.assumingMemoryBound(to: Result.self) + offset
        // Signed bytes with a flipped top bit are in the same order as unsigned ones.
        let flip: UInt8 = isSigned ? 0x80 : 0
        var largest: UInt8 = 0
        for i in 0..<depth { largest = max(largest, input[i] ^ flip) }
        let shift = 255 - Int(largest)
        exponentials.withUnsafeBufferPointer { table in
            guard let table = table.baseAddress else { return }
            var sum: Float = 0
            for i in 0..<depth { sum += table[shift + Int(input[i] ^ flip)] }
            let inverse = 1 / (sum * output.scale)
            for i in 0..<depth {
                let share = table[shift + Int(input[i] ^ flip)] * inverse
                target[i] = Result(clamping: Int32(roundingAway: share) &+ output.zeroPoint)
            }
        }
    }
}
