import SightTensor

/// A function from bytes to bytes, all 256 results worked out beforehand.
struct LookupTable: Sendable {
    private let results: [UInt8]

    /// Works out a function of quantised values; results saturate to the output's type.
    ///
    /// - Returns: `nil` unless both types have 8 bits.
    init?(_ input: ElementType, _ output: ElementType, _ function: (Int32) -> Int32) {
        guard input.isByte, output.isByte else { return nil }
        results = (0..<256).map { byte in
            let bits = UInt8(byte)
            let value = input == .int8 ? Int32(Int8(bitPattern: bits)) : Int32(bits)
            let result = function(value)
            return output == .int8
                ? UInt8(bitPattern: Int8(clamping: result)) : UInt8(clamping: result)
        }
    }

    /// Maps bytes; both places may be the same.
    func map(
        _ source: UnsafeMutablePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        results.withUnsafeBufferPointer { table in
            guard let table = table.baseAddress else { return }
            for i in 0..<count { target[i] = table[Int(source[i])] }
        }
    }
}
