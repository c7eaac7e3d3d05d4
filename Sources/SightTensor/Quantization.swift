/// How integers stand for real numbers: `real = scale × (q − zeroPoint)`.
///
/// One scale for the whole tensor, or one for each index of `axis`.
///
/// - Source: TensorFlow Lite 8-bit quantization specification.
public struct Quantization: Hashable, Sendable {
    /// One element per tensor, or one for each index of `axis`.
    public let scales: [Float]
    /// As many as `scales`.
    public let zeroPoints: [Int]
    /// The axis that the scales belong to; without meaning when there is one scale.
    public let axis: Int

    /// Makes parameters for a whole tensor.
    public init(scale: Float, zeroPoint: Int) {
        scales = [scale]
        zeroPoints = [zeroPoint]
        axis = 0
    }

    /// Makes parameters per index of an axis.
    ///
    /// - Returns: `nil` when the counts differ or are zero.
    public init?(scales: [Float], zeroPoints: [Int], axis: Int) {
        guard !scales.isEmpty, scales.count == zeroPoints.count else { return nil }
        self.scales = scales
        self.zeroPoints = zeroPoints
        self.axis = axis
    }

    /// The first scale: the scale of a tensor quantised as a whole.
    public var scale: Float { scales.first ?? 0 }
    /// The first zero point.
    public var zeroPoint: Int { zeroPoints.first ?? 0 }
    /// Whether each index of `axis` has a scale of its own.
    public var isPerAxis: Bool { scales.count > 1 }
}
