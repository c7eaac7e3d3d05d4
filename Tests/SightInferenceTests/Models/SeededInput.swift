import SightInference
import SightModelFile
import SightTensor

/// Random inputs from SplitMix64, the same as in Scripts/goldens/make-model-goldens.py.
///
/// Reals lie in −1 ..< 1 with 24 bits, integers of up to 16 bits take any value, others 0 … 3; strings
/// are hexadecimal numbers of one to four digits.
/// - Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SeededInput {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Fills an input.
    ///
    /// - Returns: whether the type is supported.
    mutating func fill(_ input: TensorSpec, of execution: Execution) throws(ModelError) -> Bool {
        let bytes = execution.bytes(input)
        switch input.elementType {
        case .string:
            let strings = (0..<input.shape.elementCount).map { _ in
                let bits = next()
                return Array(String(bits >> (48 + bits & 15), radix: 16).utf8)
            }
            try execution.setStrings(strings, of: input)
        case .float32: store(bytes) { Float($0 >> 40) * 0x1p-23 - 1 }
        case .float64: store(bytes) { Double(Float($0 >> 40) * 0x1p-23 - 1) }
        case .uint8, .int8: store(bytes) { UInt8(truncatingIfNeeded: $0 >> 56) }
        case .int16, .uint16: store(bytes) { UInt16(truncatingIfNeeded: $0 >> 48) }
        case .int32, .uint32: store(bytes) { UInt32($0 >> 62) }
        case .int64, .uint64: store(bytes) { $0 >> 62 }
        case .bool: store(bytes) { UInt8($0 >> 63) }
        default: return false
        }
        return true
    }

    private mutating func store<Value: BitwiseCopyable>(
        _ bytes: UnsafeMutableRawBufferPointer, _ value: (UInt64) -> Value
    ) {
        let width = MemoryLayout<Value>.stride
        for offset in stride(from: 0, to: bytes.count - width + 1, by: width) {
            bytes.storeBytes(of: value(next()), toByteOffset: offset, as: Value.self)
        }
    }
}
