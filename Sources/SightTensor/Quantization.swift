/// The mapping of a tensor's integers to real numbers: `real = scale × (integer − zeroPoint)`.
///
/// There is one scale for the whole tensor, one for each index of `axis`, or one for each block of
/// neighboring elements.
///
/// - Source: TensorFlow Lite 8-bit quantization specification; `BlockwiseQuantization` of the
///   TensorFlow Lite schema.
public struct Quantization: Hashable, Sendable {
    /// One scale for the whole tensor, one for each index of `axis`, or one for each block in
    /// row-major order.
    public let scales: [Float]
    /// One zero point for each scale.
    public let zeroPoints: [Int]
    /// The axis that the scales belong to; it has no meaning if there is only one scale.
    public let axis: Int
    /// The number of neighboring elements of a row that share a scale; `nil` without blocks.
    public let blockLength: Int?

    /// Creates parameters for a whole tensor.
    public init(scale: Float, zeroPoint: Int) {
        scales = [scale]
        zeroPoints = [zeroPoint]
        axis = 0
        blockLength = nil
    }

    /// Creates parameters for each index of an axis.
    ///
    /// - Returns: `nil` if the numbers of scales and zero points differ or are 0.
    public init?(scales: [Float], zeroPoints: [Int], axis: Int) {
        guard !scales.isEmpty, scales.count == zeroPoints.count else { return nil }
        self.scales = scales
        self.zeroPoints = zeroPoints
        self.axis = axis
        blockLength = nil
    }

    /// Creates parameters for blocks of `blockLength` neighboring elements, whose zero points
    /// are 0.
    ///
    /// - Returns: `nil` without scales, and if blocks are empty.
    public init?(scales: [Float], blockLength: Int) {
        guard !scales.isEmpty, blockLength > 0 else { return nil }
        self.scales = scales
        zeroPoints = [Int](repeating: 0, count: scales.count)
        axis = 0
        self.blockLength = blockLength
    }

    /// The first scale; for a tensor that is quantized as a whole, its only one.
    public var scale: Float { scales.first ?? 0 }
    /// The first zero point; for a tensor that is quantized as a whole, its only one.
    public var zeroPoint: Int { zeroPoints.first ?? 0 }
    /// Whether each block of a tensor has a scale.
    ///
    /// An operator may have given the tensor another shape than the file.
    package func hasBlocks(of shape: Shape) -> Bool {
        guard let blockLength else { return false }
        let (count, overflow) = scales.count.multipliedReportingOverflow(by: blockLength)
        return !overflow && count == shape.elementCount
    }

    /// Whether there are several scales: for the indices of `axis`, or for blocks.
    public var isPerAxis: Bool { scales.count > 1 }
}

extension [Float] {
    /// Whether all elements are finite and not negative, as scales must be.
    ///
    /// The loop has no early end, so that it checks several elements at once: a layer may have one
    /// scale for each channel.
    package var areScales: Bool { reduce(0) { $0 | ($1 >= 0 && $1 < .infinity ? 0 : 1) } == 0 }
}
