import CSightKernels
package import SightTensor

/// A function from bytes to bytes, as a table of all 256 results.
package struct LookupTable: Sendable {
    private let results: [UInt8]
    /// The bits in which every byte differs from its result; `nil` if they are not always the same.
    ///
    /// It is 0x80 between int8 and uint8 that represent the same numbers.
    package let flip: UInt8?

    /// Computes the table of a function of quantized values; results saturate to the output's type.
    ///
    /// - Returns: `nil` unless both types have 8 bits.
    package init?(_ input: ElementType, _ output: ElementType, _ function: (Int32) -> Int32) {
        guard input.isByte, output.isByte else { return nil }
        let results = (0..<256).map { byte in
            let bits = UInt8(byte)
            let value = input == .int8 ? Int32(Int8(bitPattern: bits)) : Int32(bits)
            let result = function(value)
            return output == .int8
                ? UInt8(bitPattern: Int8(clamping: result)) : UInt8(clamping: result)
        }
        self.init(results)
    }

    /// Creates the table of 256 results in the order of the bytes from 0 to 255.
    init(_ results: [UInt8]) {
        self.results = results
        let isFlip = results.enumerated().allSatisfy { $1 == UInt8($0) ^ results[0] }
        flip = isFlip ? results[0] : nil
    }

    /// Maps bytes; source and target may be the same memory.
    package func map(
        _ source: UnsafeMutablePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        if let flip {
            if flip != 0 || source != target { sight_copy_flipped(source, count, flip, target) }
            return
        }
        results.withUnsafeBufferPointer { table in
            sight_row_kernels_best(sight_current_tier()).pointee
                .map_bytes?(source, count, table.baseAddress, target)
        }
    }
}
