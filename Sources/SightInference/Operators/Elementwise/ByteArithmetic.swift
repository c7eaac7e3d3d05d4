import CSightKernels
import SightTensor

/// Sums and products of quantized bytes with a vector kernel.
///
/// The rounding rule is in `sight-q8-binary.h`. ``QuantizedSum`` and ``QuantizedProduct`` are the
/// references for wider integers. The parameters tell whether bytes are signed.
struct ByteArithmetic: ByteRows, Sendable {
    private let parameters: sight_q8_binary
    nonisolated(unsafe) private let kernel: sight_q8_binary_function  // a C function

    /// Wraps a sum or difference.
    init(_ sum: QuantizedSum<some FixedWidthInteger & BitwiseCopyable & Sendable>) {
        parameters = sum.parameters
        kernel = sight_q8_binary_best(sight_current_tier()).pointee.sum
    }

    /// Wraps a product.
    init(_ product: QuantizedProduct<some FixedWidthInteger & BitwiseCopyable & Sendable>) {
        parameters = product.parameters
        kernel = sight_q8_binary_best(sight_current_tier()).pointee.product
    }

    func row(
        _ a: UnsafeMutablePointer<UInt8>, _ b: UnsafeMutablePointer<UInt8>,
        _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ steps: SIMD4<Int>
    ) {
        withUnsafePointer(to: parameters) { kernel($0, a, steps.x, b, steps.y, output, count) }
    }
}

extension QuantizedSum {
    /// The parameters of the sum for the byte kernels.
    var parameters: sight_q8_binary {
        sight_q8_binary(
            a_zero_point: -offsets.a, b_zero_point: -offsets.b, output_zero_point: offsets.output,
            a: factors.a.kernelFactor, b: factors.b.kernelFactor,
            output: factors.output.kernelFactor, minimum: range.lowerBound,
            maximum: range.upperBound, is_signed: Value.isSigned)
    }
}

extension QuantizedProduct {
    /// The parameters of the product for the byte kernels.
    var parameters: sight_q8_binary {
        sight_q8_binary(
            a_zero_point: -offsets.a, b_zero_point: -offsets.b, output_zero_point: offsets.output,
            a: sight_q8_factor(), b: sight_q8_factor(), output: factor.kernelFactor,
            minimum: range.lowerBound, maximum: range.upperBound, is_signed: Value.isSigned)
    }
}

extension FixedPointMultiplier {
    /// The factor for the byte kernels, with one shift to the left and one to the right.
    fileprivate var kernelFactor: sight_q8_factor {
        sight_q8_factor(multiplier: multiplier, left: max(shift, 0), right: max(-shift, 0))
    }
}
