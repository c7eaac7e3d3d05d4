import SightInference
import SightTensor

/// Random inputs for timing, which are the same on every machine.
enum BenchNoise {
    /// Fills floating-point inputs with numbers in 0 ..< 1 and 8-bit inputs with any bytes.
    ///
    /// All other inputs become zero, which is a valid index, length and condition.
    static func fill(_ graph: PreparedGraph, in execution: Execution) {
        var generator = SplitMix64(seed: 42)
        for input in graph.inputs {
            let bytes = execution.bytes(input)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            switch input.elementType {
            case .float32:
                for index in 0..<bytes.count / 4 {
                    let value = Float(generator.next() >> 40) * 0x1p-24
                    bytes.storeBytes(of: value, toByteOffset: index * 4, as: Float.self)
                }
            case .uint8, .int8:
                for index in bytes.indices {
                    bytes[index] = UInt8(truncatingIfNeeded: generator.next())
                }
            default: break
            }
        }
    }
}

/// A small generator of random numbers with a seed.
///
/// - Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
private struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
