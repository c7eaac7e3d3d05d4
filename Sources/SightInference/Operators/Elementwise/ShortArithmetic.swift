import CSightKernels
import SightModelFile
import SightTensor

/// Sums and products of quantized bytes with one rounding, for parameters where all pairs of bytes
/// have the same result as with the roundings of ``QuantizedArithmetic``.
struct ShortArithmetic: RepeatedRows {
    private enum Parameters {
        case sum(sight_q8_short_sum)
        case product(sight_q8_short_product)
    }

    private let parameters: Parameters
    /// C functions without state; the declarations of C functions do not say that they are
    /// `Sendable`.
    nonisolated(unsafe) private let kernels: UnsafePointer<sight_q8_binary_kernels>

    /// Creates the short form of a sum or difference; `nil` if a result would differ.
    init?(_ sum: QuantizedSum) {
        guard let kernels = sight_q8_binary_best(sight_current_tier()) else { return nil }
        var (long, short) = (sum.parameters, sight_q8_short_sum())
        guard sight_q8_shorten(&long, kernels, &short) else { return nil }
        (parameters, self.kernels) = (.sum(short), kernels)
    }

    /// Creates the short form of a product; `nil` if a result would differ.
    init?(_ product: QuantizedProduct) {
        guard let kernels = sight_q8_binary_best(sight_current_tier()) else { return nil }
        var (long, short) = (product.parameters, sight_q8_short_product())
        guard sight_q8_shorten_product(&long, &short) else { return nil }
        (parameters, self.kernels) = (.product(short), kernels)
    }

    func row(
        _ a: UnsafeMutablePointer<UInt8>, _ b: UnsafeMutablePointer<UInt8>,
        _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ steps: SIMD4<Int>
    ) {
        switch parameters {
        case .sum(let sum):
            withUnsafePointer(to: sum) {
                kernels.pointee.short_sum($0, a, steps.x, b, steps.y, output, count)
            }
        case .product(let product):
            withUnsafePointer(to: product) {
                kernels.pointee.short_product($0, a, steps.x, b, steps.y, output, count)
            }
        }
    }
}

extension Preparation {
    /// The numbers of elements from which a short form is checked.
    ///
    /// A check delays the start. The 290 sums and products of an unrolled LSTM took 3.8 µs each for
    /// it, and saved 16 µs in each run together, of which the products saved 5 (Zen 4, AVX-512
    /// VNNI).
    private static var worthwhileSum: Int { 1 << 7 }
    private static var worthwhileProduct: Int { 1 << 9 }

    /// Prepares a sum or difference with the fastest kernel that has the same results.
    func quantized(_ sum: QuantizedSum) throws(ModelError) -> any PreparedOperator {
        sum.elementType.isByte
            ? try bytes(QuantizedArithmetic(sum), Self.worthwhileSum, or: ShortArithmetic(sum))
            : try elementwise(QuantizedArithmetic<Int16>(sum))
    }

    /// Prepares a product with the fastest kernel that has the same results.
    func quantized(_ product: QuantizedProduct) throws(ModelError) -> any PreparedOperator {
        product.elementType.isByte
            ? try bytes(
                QuantizedArithmetic(product), Self.worthwhileProduct, or: ShortArithmetic(product))
            : try elementwise(QuantizedArithmetic<Int16>(product))
    }

    private func bytes(
        _ arithmetic: QuantizedArithmetic<UInt8>, _ worthwhileCount: Int,
        or short: @autoclosure () -> ShortArithmetic?
    ) throws(ModelError) -> any PreparedOperator {
        let counts = try [input(0).shape.elementCount, input(1).shape.elementCount]
        guard counts.contains(where: { $0 >= worthwhileCount }), let short = short() else {
            return try elementwise(arithmetic)
        }
        return try elementwise(short)
    }
}
