import CSightKernels
import SightModelFile
import SightTensor

/// The conversion of 64-bit sums to 16-bit outputs, whose zero point is 0.
///
/// - Source: TensorFlow Lite, the `int64_t` form of `MultiplyByQuantizedMultiplier`, and its form
///   for sums of 32 bits. The reference uses the second form if the bias is int32, and in
///   FULLY_CONNECTED without a bias.
struct WideRequantization: Sendable {
    /// `[channels]`, or one for all channels.
    private let factors: AlignedStorage
    private let factorCount: Int
    private let bias: TensorSpec?
    /// Whether sums are narrowed as if they had 32 bits.
    private let isShort: Bool
    /// `[channels]`, with the biases, for the kernel; `nil` if it cannot compute the outputs.
    private let scales: AlignedStorage?
    private let range: ClosedRange<Int32>

    /// Stores one factor, or one for each channel.
    ///
    /// `bias` has int32 or int64 for each channel; `isShort` tells whether sums without a bias are
    /// narrowed as if they had 32 bits.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ factors: [FixedPointMultiplier], bias: TensorSpec?, isShort: Bool = false, channels: Int,
        range: ClosedRange<Int32>, _ node: Preparation
    ) throws(ModelError) {
        let isShort = bias.map { $0.elementType == .int32 } ?? isShort
        self.isShort = isShort
        scales = try Self.scales(
            factors, bias: bias, isShort: isShort, channels: channels, node)
        (factorCount, self.bias, self.range) = (factors.count, bias, range)
        self.factors = try node.storage(
            byteCount: factors.count * MemoryLayout<FixedPointMultiplier>.stride)
        factors.withUnsafeBytes { self.factors.bytes.copyBytes(from: $0) }
    }

    /// Returns the parameters of the kernel.
    ///
    /// Biases that nodes compute, and very large and very small factors are left to ``Narrower``.
    private static func scales(
        _ factors: [FixedPointMultiplier], bias: TensorSpec?, isShort: Bool, channels: Int,
        _ node: Preparation
    ) throws(ModelError) -> AlignedStorage? {
        let biases = bias?.constant.map { constant in
            isShort
                ? constant.elements(Int32.self).map { Int64($0) } : constant.elements(Int64.self)
        }
        let shifts = isShort ? -31..<32 : -48..<15
        guard bias == nil || biases?.count == channels,
            factors.count == 1 || factors.count == channels,
            factors.allSatisfy({ shifts.contains(Int($0.shift)) })
        else { return nil }
        let storage = try node.storage(
            byteCount: channels * MemoryLayout<sight_q16_scale>.stride)
        let target = storage.bytes.bindMemory(to: sight_q16_scale.self)
        for channel in 0..<channels {
            let factor = factors[factors.count == 1 ? 0 : channel]
            target[channel] = sight_q16_scale(
                multiplier: isShort ? Int64(factor.multiplier) : factor.reduced,
                bias: biases?[channel] ?? 0, shift: isShort ? factor.shift : 15 - factor.shift)
        }
        return storage
    }

    /// The addresses of the parameters during a run, so that no output retains an object.
    struct Narrower {
        fileprivate let factors: UnsafePointer<FixedPointMultiplier>
        fileprivate let isUniform: Bool
        /// Whether sums are narrowed as if they had 32 bits.
        let isShort: Bool
        fileprivate let shortBiases: UnsafePointer<Int32>?
        fileprivate let longBiases: UnsafePointer<Int64>?
        /// The parameters of the kernel; `nil` if ``output(_:_:)`` computes the outputs.
        let scales: UnsafePointer<sight_q16_scale>?
        let range: ClosedRange<Int32>

        /// Returns the output for a sum without its bias.
        @inline(__always)
        func output(_ sum: Int64, _ channel: Int) -> Int16 {
            let factor = factors[isUniform ? 0 : channel]
            let scaled: Int32
            if isShort {
                let bias = shortBiases.map { $0[channel] } ?? 0
                scaled = factor.apply(Int32(truncatingIfNeeded: sum) &+ bias)
            } else {
                scaled = factor.apply(wide: sum &+ (longBiases.map { $0[channel] } ?? 0))
            }
            return Int16(truncatingIfNeeded: clamp(scaled, range.lowerBound, range.upperBound))
        }
    }

    /// Returns the parameters.
    ///
    /// - Precondition: the result is only used while this value and the run exist.
    func narrower(_ memory: borrowing TensorMemory) -> Narrower {
        var biases: UnsafeMutableRawPointer?
        if let bias { biases = memory[bias.slot] }
        return Narrower(
            factors: UnsafePointer(
                factors.start.assumingMemoryBound(to: FixedPointMultiplier.self)),
            isUniform: factorCount == 1, isShort: isShort,
            shortBiases: isShort
                ? biases.map { UnsafePointer($0.assumingMemoryBound(to: Int32.self)) } : nil,
            longBiases: isShort
                ? nil : biases.map { UnsafePointer($0.assumingMemoryBound(to: Int64.self)) },
            scales: scales.map {
                UnsafePointer($0.start.assumingMemoryBound(to: sight_q16_scale.self))
            }, range: range)
    }
}
