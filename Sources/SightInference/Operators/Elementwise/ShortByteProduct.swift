import CSightKernels
import SightModelFile
import SightTensor

/// Products of quantized bytes with one rounding, for parameters where all pairs of bytes have the
/// same result as with the two roundings of ``QuantizedProduct``.
struct ShortByteProduct: ByteRows {
    private let parameters: sight_q8_short_product
    /// A C function without state; the declarations of C functions do not say that they are `Sendable`.
    nonisolated(unsafe) private let kernel: sight_q8_short_product_function

    /// Creates the short form of a product; `nil` if a result would differ.
    init?(_ product: QuantizedProduct<some FixedWidthInteger & BitwiseCopyable & Sendable>) {
        guard let kernels = sight_q8_binary_best(sight_current_tier()) else { return nil }
        var (long, short) = (product.parameters, sight_q8_short_product())
        guard sight_q8_shorten_product(&long, &short) else { return nil }
        (parameters, kernel) = (short, kernels.pointee.short_product)
    }

    func row(
        _ a: UnsafeMutablePointer<UInt8>, _ b: UnsafeMutablePointer<UInt8>,
        _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ steps: SIMD4<Int>
    ) {
        withUnsafePointer(to: parameters) { kernel($0, a, steps.x, b, steps.y, output, count) }
    }
}

extension Preparation {
    /// Prepares a product of bytes with the fastest kernel that has the same results.
    func productOfBytes(
        _ product: QuantizedProduct<some FixedWidthInteger & BitwiseCopyable & Sendable>
    ) throws(ModelError) -> any PreparedOperator {
        guard let short = ShortByteProduct(product) else {
            return try elementwise(ByteArithmetic(product))
        }
        return try elementwise(short)
    }
}
