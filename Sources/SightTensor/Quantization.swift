/// The mapping of a tensor's integers to real numbers: `real = scale × (integer − zeroPoint)`.
///
/// There is one scale for the whole tensor, or one for each index of `axis`.
///
/// - Source: TensorFlow Lite 8-bit quantization specification.
public struct Quantization: Hashable, Sendable {
    /// One scale for the whole tensor, or one for each index of `axis`.
    public let scales: [Float]
    /// One zero point for each scale.
    public let zeroPoints: [Int]
    /// The axis that the scales belong to; it has no meaning if there is only one scale.
    public let axis: Int

    /// Creates parameters for a whole tensor.
    public init(scale: Float, zeroPoint: Int) {
        scales = [scale]
        zeroPoints = [zeroPoint]
        axis = 0
    }

    /// Creates parameters for each index of an axis.
    ///
    /// - Returns: `nil` if the numbers of scales and zero points differ or are 0.
    public init?(scales: [Float], zeroPoints: [Int], axis: Int) {
        guard !scales.isEmpty, scales.count == zeroPoints.count else { return nil }
        self.scales = scales
        self.zeroPoints = zeroPoints
        self.axis = axis
    }

    /// The first scale; for a tensor that is quantized as a whole, its only one.
    public var scale: Float { scales.first ?? 0 }
    /// The first zero point; for a tensor that is quantized as a whole, its only one.
    public var zeroPoint: Int { zeroPoints.first ?? 0 }
    /// Whether each index of `axis` has its own scale.
    public var isPerAxis: Bool { scales.count > 1 }
}

extension [Float] {
    /// Whether all elements are finite and not negative, as scales must be.
    ///
    /// The loop has no early end, so that it checks several elements at once: a layer may have one
    /// scale for each channel.
    package var areScales: Bool { reduce(0) { $0 | ($1 >= 0 && $1 < .infinity ? 0 : 1) } == 0 }
}
