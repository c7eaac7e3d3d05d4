import CSightKernels
import SightTensor

/// Sums, products and squared differences of quantized integers with a vector kernel.
///
/// The rounding rule is in `sight-q8-binary.h`. An element is int16 or a byte; the parameters tell
/// whether bytes are signed.
struct QuantizedArithmetic<Element: FixedWidthInteger & BitwiseCopyable & Sendable>: RepeatedRows,
    Sendable
{
    private let parameters: sight_q8_binary
    nonisolated(unsafe) private let kernel: sight_q8_binary_function  // a C function

    /// Wraps a sum or difference.
    init(_ sum: QuantizedSum) {
        parameters = sum.parameters
        kernel = sight_q8_binary_best(sight_current_tier()).pointee.sum
    }

    /// Wraps a product.
    init(_ product: QuantizedProduct) {
        parameters = product.parameters
        kernel = sight_q8_binary_best(sight_current_tier()).pointee.product
    }

    func row(
        _ a: UnsafeMutablePointer<Element>, _ b: UnsafeMutablePointer<Element>,
        _ output: UnsafeMutablePointer<Element>, _ count: Int, _ steps: SIMD4<Int>
    ) {
        withUnsafePointer(to: parameters) { kernel($0, a, steps.x, b, steps.y, output, count) }
    }
}

extension QuantizedArithmetic<UInt8> {
    /// Creates the squared difference of int8 operands.
    ///
    /// - Source: TensorFlow Lite `SquaredDifferencePrepare`: both operands are converted to twice
    ///   the larger scale with 7 spare bits.
    init(squareOf a: Affine, minus b: Affine, _ output: Affine) {
        let twice = 2 * Double(max(a.scale, b.scale))
        let factor = twice * twice / (Double(1 << 14) * Double(output.scale))
        parameters = sight_q8_binary(
            a_zero_point: a.zeroPoint, b_zero_point: b.zeroPoint,
            output_zero_point: output.zeroPoint,
            a: FixedPointMultiplier(Double(a.scale) / twice).kernelFactor,
            b: FixedPointMultiplier(Double(b.scale) / twice).kernelFactor,
            output: FixedPointMultiplier(factor).kernelFactor, minimum: Int32(Int8.min),
            maximum: Int32(Int8.max), is_signed: true, is_wide: false)
        kernel = sight_q8_binary_best(sight_current_tier()).pointee.square
    }
}

extension QuantizedSum {
    /// The parameters of the sum for the kernels.
    var parameters: sight_q8_binary {
        sight_q8_binary(
            a_zero_point: -offsets.a, b_zero_point: -offsets.b, output_zero_point: offsets.output,
            a: factors.a.kernelFactor, b: factors.b.kernelFactor,
            output: factors.output.kernelFactor, minimum: range.lowerBound,
            maximum: range.upperBound, is_signed: elementType != .uint8,
            is_wide: elementType == .int16)
    }
}

extension QuantizedProduct {
    /// The parameters of the product for the kernels.
    var parameters: sight_q8_binary {
        sight_q8_binary(
            a_zero_point: -offsets.a, b_zero_point: -offsets.b, output_zero_point: offsets.output,
            a: sight_q8_factor(), b: sight_q8_factor(), output: factor.kernelFactor,
            minimum: range.lowerBound, maximum: range.upperBound, is_signed: elementType != .uint8,
            is_wide: elementType == .int16)
    }
}

extension FixedPointMultiplier {
    /// The factor for the kernels, with one shift to the left and one to the right.
    fileprivate var kernelFactor: sight_q8_factor {
        sight_q8_factor(multiplier: multiplier, left: max(shift, 0), right: max(-shift, 0))
    }
}
