import SightTensor

/// The differences between a result and the reference, element by element.
struct Comparison {
    /// Elements that differ at all.
    private(set) var differing = 0
    private(set) var count = 0
    /// Largest difference of integers, in units.
    private(set) var largestStep = 0
    /// Largest difference of reals, as a share of the tensor's largest magnitude.
    private(set) var largestShare = 0.0

    /// `type`: of both; their bytes are of equal length.
    init(_ result: [UInt8], _ reference: [UInt8], _ type: ElementType) {
        switch type {
        case .float32, .complex64: reals(result, reference, Float.self)
        case .float64: reals(result, reference, Double.self)
        case .uint8, .bool: integers(result, reference, UInt8.self)
        case .int8: integers(result, reference, Int8.self)
        case .int16: integers(result, reference, Int16.self)
        case .uint16, .float16: integers(result, reference, UInt16.self)
        case .int32: integers(result, reference, Int32.self)
        case .uint32: integers(result, reference, UInt32.self)
        case .string:
            // Packed: no byte may differ.
            count = reference.count
            (differing, largestStep) = result == reference ? (0, 0) : (1, .max)
        default: integers(result, reference, Int64.self)
        }
    }

    /// Whether integers differ by one unit at most and reals by a share at most; NaN fails.
    func isWithin(steps: Int = 1, share: Double) -> Bool {
        largestStep <= steps && largestShare <= share
    }

    private mutating func integers<Value: FixedWidthInteger & BitwiseCopyable>(
        _ result: [UInt8], _ reference: [UInt8], _: Value.Type
    ) {
        let (a, b) = (elements(result, Value.self), elements(reference, Value.self))
        count = b.count
        for (x, y) in zip(a, b) where x != y {
            differing += 1
            let (difference, overflow) = Int(clamping: x).subtractingReportingOverflow(
                Int(clamping: y))
            largestStep = max(largestStep, overflow ? .max : abs(difference))
        }
    }

    private mutating func reals<Value: BinaryFloatingPoint & BitwiseCopyable>(
        _ result: [UInt8], _ reference: [UInt8], _: Value.Type
    ) {
        let (a, b) = (elements(result, Value.self), elements(reference, Value.self))
        count = b.count
        let finite = b.map { Double($0.magnitude) }.filter(\.isFinite)
        let scale = max(finite.max() ?? 0, .leastNormalMagnitude)
        for (x, y) in zip(a, b) where x != y && !(x.isNaN && y.isNaN) {
            differing += 1
            let share = Double((x - y).magnitude) / scale
            largestShare = max(largestShare, share.isNaN ? .infinity : share)
        }
    }

    private func elements<Value: BitwiseCopyable>(_ bytes: [UInt8], _: Value.Type) -> [Value] {
        bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: MemoryLayout<Value>.stride).map {
                bytes.loadUnaligned(fromByteOffset: $0, as: Value.self)
            }
        }
    }
}
