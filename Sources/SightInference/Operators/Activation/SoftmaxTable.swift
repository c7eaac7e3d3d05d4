import CSightKernels
import Foundation

/// SOFTMAX of bytes with a table of 256 exponentials, which are summed as floats.
///
/// - Source: TensorFlow Lite `PopulateSoftmaxLookupTable`: rounds to nearest, ties away from zero.
struct SoftmaxTable: Sendable {
    /// The bytes of working memory of ``run(_:bytes:_:_:isSigned:_:)``.
    static let scratchSize = partCount * MemoryLayout<Float>.stride
    /// The number of elements that are rounded at once.
    private static let partCount = 256

    /// `exp(−scale × beta × (255 − index))`.
    private let exponentials: [Float]
    private let output: Affine
    /// The bits that make unsigned bytes in the same order of the input's.
    private let flip: UInt8
    private let quantize = sight_row_kernels_best(sight_current_tier()).pointee.quantize

    init(_ input: Affine, _ output: Affine, beta: Float, isSigned: Bool) {
        let scale = -input.scale * beta
        exponentials = (0..<256).map { expf(scale * Float(255 - $0)) }
        self.output = output
        flip = isSigned ? 0x80 : 0
    }

    /// Runs rows to bytes, with working memory for ``scratchSize`` bytes.
    ///
    /// The elements of several short rows are rounded at once.
    func run(
        _ input: UnsafePointer<UInt8>, bytes target: UnsafeMutablePointer<UInt8>, _ rowCount: Int,
        _ depth: Int, isSigned: Bool, _ shares: UnsafeMutablePointer<Float>
    ) {
        guard depth <= Self.partCount else {
            for row in 0..<rowCount {
                runLongRow(
                    input + row * depth, target + row * depth, depth, isSigned: isSigned, shares)
            }
            return
        }
        let rowsAtOnce = Self.partCount / depth
        for first in stride(from: 0, to: rowCount, by: rowsAtOnce) {
            let rows = min(rowsAtOnce, rowCount - first)
            let source = input + first * depth
            for start in stride(from: 0, to: rows * depth, by: depth) {
                fill(shares + start, from: source + start, depth)
            }
            quantize?(
                shares, rows * depth, 1, Float(output.zeroPoint), isSigned, target + first * depth)
        }
    }

    /// Computes the shares of one short row.
    @inline(__always)
    private func fill(
        _ shares: UnsafeMutablePointer<Float>, from input: UnsafePointer<UInt8>, _ depth: Int
    ) {
        withTable(of: input, depth) { table, inverse in
            for i in 0..<depth { shares[i] = table[Int(input[i] ^ flip)] * inverse }
        }
    }

    /// Runs one row in parts.
    private func runLongRow(
        _ input: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ depth: Int,
        isSigned: Bool, _ shares: UnsafeMutablePointer<Float>
    ) {
        withTable(of: input, depth) { table, inverse in
            for start in stride(from: 0, to: depth, by: Self.partCount) {
                let count = min(depth - start, Self.partCount)
                for i in 0..<count {
                    shares[i] = table[Int(input[start + i] ^ flip)] * inverse
                }
                quantize?(
                    shares, count, 1, Float(output.zeroPoint), isSigned, target + start)
            }
        }
    }

    /// Runs one row to 16-bit integers.
    func run(_ input: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<Int16>, _ depth: Int) {
        withTable(of: input, depth) { table, inverse in
            for i in 0..<depth {
                let share = table[Int(input[i] ^ flip)] * inverse
                target[i] = Int16(clamping: Int32(roundingAway: share) &+ output.zeroPoint)
            }
        }
    }

    /// Gets the exponentials, which begin with that of byte 0, and the factor for a row's shares.
    @inline(__always)
    private func withTable(
        of input: UnsafePointer<UInt8>, _ depth: Int, _ body: (UnsafePointer<Float>, Float) -> Void
    ) {
        var largest: UInt8 = 0
        for i in 0..<depth { largest = max(largest, input[i] ^ flip) }
        exponentials.withUnsafeBufferPointer { exponentials in
            guard let start = exponentials.baseAddress else { return }
            let table = start + (255 - Int(largest))
            var sum: Float = 0
            for i in 0..<depth { sum += table[Int(input[i] ^ flip)] }
            body(table, 1 / (sum * output.scale))
        }
    }
}
