import SightModelFile
import SightTensor

/// The integer form of TRANSPOSE_CONV: its parameters, and a loop with sums in scratch memory that
/// are requantized at the end.
struct RequantizedSums: Sendable {
    private let spread: SpreadFilter
    private let inputZero: Int32
    private let filterZero: Int32
    private let output: Affine
    /// One factor for each output channel.
    private let factors: [FixedPointMultiplier]
    private let range: ClosedRange<Int32>

    init(_ spread: SpreadFilter, _ activation: FusedActivation, _ node: Preparation)
        throws(ModelError)
    {
        self.spread = spread
        let input = try node.affine(spread.input)
        output = try node.affine(spread.output)
        let channels = spread.output.shape[3]
        guard let filter = spread.filter.quantization,
            filter.scales.count == 1 || filter.scales.count == channels && filter.axis == 0,
            filter.scales.allSatisfy({ $0 > 0 && $0.isFinite })
        else { throw node.fail("the filter's scales do not fit \(channels) channels") }
        if filter.isPerAxis {
            guard spread.filter.elementType == .int8, filter.zeroPoints.allSatisfy({ $0 == 0 })
            else { throw node.fail("scales per channel need int8 weights and zero points of 0") }
            filterZero = 0
        } else {
            filterZero = try node.affine(spread.filter).zeroPoint
        }
        let isWide = spread.input.elementType == .int16
        if let bias = spread.bias {
            guard bias.elementType == .int32 || isWide && bias.elementType == .int64 else {
                throw node.unsupported(bias)
            }
        }
        inputZero = input.zeroPoint
        let outputScale = Double(output.scale)
        try node.spendList(channels, of: FixedPointMultiplier.self)
        factors = (0..<channels).map { channel in
            let scale = filter.scales[filter.isPerAxis ? channel : 0]
            return FixedPointMultiplier(Double(input.scale) * Double(scale) / outputScale)
        }
        range = activation.quantized(spread.output, output)
    }

    /// Returns the same parameters for the kernels of 8 bits; `nil` for types that they do not
    /// have.
    func requantization(_ node: Preparation) throws(ModelError) -> LayerRequantization? {
        guard spread.input.elementType.isByte, filterZero == 0 || spread.input.elementType == .uint8
        else { return nil }
        // A multiplier and two shifts for each channel.
        try node.spendList(3 * factors.count, of: Int32.self)
        return LayerRequantization(
            factors: factors, range: range, inputZeroPoint: inputZero,
            weightZeroPoint: filterZero, outputZeroPoint: output.zeroPoint)
    }

    @inline(__always)
    func loop<
        Value: FixedWidthInteger & BitwiseCopyable & Sendable,
        Weight: FixedWidthInteger & BitwiseCopyable & Sendable,
        Accumulator: FixedWidthInteger & BitwiseCopyable & Sendable
    >(
        _: Value.Type, _: Weight.Type, _: Accumulator.Type, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let (count, channels) = (spread.output.shape.elementCount, spread.output.shape[3])
        let (bytes, overflow) = count.multipliedReportingOverflow(
            by: MemoryLayout<Accumulator>.stride)
        guard !overflow else { throw node.fail("\(spread.output.shape) overflows") }
        let sums = try node.scratch(byteCount: bytes)
        return PreparedLoop { _, memory in
            let input = memory.elements(spread.input.slot, as: Value.self)
            let filter = memory.elements(spread.filter.slot, as: Weight.self)
            let sums = memory.elements(sums, as: Accumulator.self)
            sums.update(repeating: 0, count: count)
            spread.forEachTap { pixel, tap, target in
                for o in 0..<channels {
                    let weights = filter + tap + o * spread.filterStride
                    var sum: Accumulator = 0
                    for i in 0..<spread.depth {
                        let product =
                            (Int32(truncatingIfNeeded: input[pixel + i]) &- inputZero)
                            &* (Int32(truncatingIfNeeded: weights[i]) &- filterZero)
                        sum &+= Accumulator(truncatingIfNeeded: product)
                    }
                    sums[target + o] &+= sum
                }
            }
            finish(memory, sums, count: count, channels: channels, Value.self)
        }
    }

    private func finish<
        Value: FixedWidthInteger & BitwiseCopyable, Accumulator: FixedWidthInteger & BitwiseCopyable
    >(
        _ memory: borrowing TensorMemory, _ sums: UnsafeMutablePointer<Accumulator>, count: Int,
        channels: Int, _: Value.Type
    ) {
        let target = memory.elements(spread.output.slot, as: Value.self)
        for i in 0..<count {
            let channel = i % channels
            var sum = Int64(sums[i])
            if let bias = spread.bias {
                sum &+=
                    bias.elementType == .int64
                    ? memory.elements(bias.slot, as: Int64.self)[channel]
                    : Int64(memory.elements(bias.slot, as: Int32.self)[channel])
            }
            let scaled =
                Accumulator.bitWidth == 64
                ? factors[channel].apply(wide: sum)
                : factors[channel].apply(Int32(truncatingIfNeeded: sum))
            let (moved, overflow) = scaled.addingReportingOverflow(output.zeroPoint)
            let result = clamp(overflow ? scaled : moved, range.lowerBound, range.upperBound)
            target[i] = Value(truncatingIfNeeded: result)
        }
    }
}
