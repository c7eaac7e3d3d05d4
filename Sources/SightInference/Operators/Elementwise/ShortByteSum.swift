import CSightKernels
import SightModelFile
import SightTensor

/// Sums of quantized bytes with one rounding, for parameters where all pairs of bytes have the same
/// result as with the three roundings of ``QuantizedSum``.
struct ShortByteSum: ByteRows {
    private let parameters: sight_q8_short_sum
    /// A C function without state; the declarations of C functions do not say that they are `Sendable`.
    nonisolated(unsafe) private let kernel: sight_q8_short_sum_function

    /// Creates the short form of a sum; `nil` if a result would differ.
    init?(_ sum: QuantizedSum<some FixedWidthInteger & BitwiseCopyable & Sendable>) {
        guard let kernels = sight_q8_binary_best(sight_current_tier()) else { return nil }
        var (long, short) = (sum.parameters, sight_q8_short_sum())
        guard sight_q8_shorten(&long, kernels, &short) else { return nil }
        (parameters, kernel) = (short, kernels.pointee.short_sum)
    }

    func row(
        _ a: UnsafeMutablePointer<UInt8>, _ b: UnsafeMutablePointer<UInt8>,
        _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ steps: SIMD4<Int>
    ) {
        withUnsafePointer(to: parameters) { kernel($0, a, steps.x, b, steps.y, output, count) }
    }
}

extension Preparation {
    /// The number of elements from which the comparison of all pairs of bytes saves time.
    private static var worthwhileCount: Int { 1 << 12 }

    /// Prepares a sum or difference of bytes with the fastest kernel that has the same results.
    func sumOfBytes(_ sum: QuantizedSum<some FixedWidthInteger & BitwiseCopyable & Sendable>)
        throws(ModelError) -> any PreparedOperator
    {
        let counts = try [input(0).shape.elementCount, input(1).shape.elementCount]
        guard counts.contains(where: { $0 >= Self.worthwhileCount }),
            let short = ShortByteSum(sum)
        else { return try elementwise(ByteArithmetic(sum)) }
        return try elementwise(short)
    }
}
