package import SightTensor

/// The elements of a tensor as numbers, whatever their type.
package struct TensorValues: Sendable {
    /// In row-major order; integers are not dequantised.
    package let stored: [Double]
    private let quantization: Quantization?

    /// Reads elements; `nil` for types that are no numbers.
    ///
    /// - Precondition: `bytes` holds `count` elements.
    package init?(
        _ bytes: UnsafeRawBufferPointer, _ type: ElementType, count: Int,
        quantization: Quantization? = nil
    ) {
        func numbers<Number: BitwiseCopyable>(_: Number.Type, _ convert: (Number) -> Double)
            -> [Double]
        {
            (0..<count).map {
                convert(
                    bytes.loadUnaligned(
                        fromByteOffset: $0 * MemoryLayout<Number>.size, as: Number.self))
            }
        }
        switch type {
        case .float32: stored = numbers(Float.self) { Double($0) }
        case .float64: stored = numbers(Double.self) { $0 }
        case .float16: stored = numbers(UInt16.self, Self.half)
        case .int8: stored = numbers(Int8.self) { Double($0) }
        case .int16: stored = numbers(Int16.self) { Double($0) }
        case .int32: stored = numbers(Int32.self) { Double($0) }
        case .int64: stored = numbers(Int64.self) { Double($0) }
        case .uint8, .bool: stored = numbers(UInt8.self) { Double($0) }
        case .uint16: stored = numbers(UInt16.self) { Double($0) }
        case .uint32: stored = numbers(UInt32.self) { Double($0) }
        case .uint64: stored = numbers(UInt64.self) { Double($0) }
        case .int4: stored = Self.unpackedInt4(bytes, count: count).map { Double($0) }
        case .string, .complex64, .complex128, .resource, .variant: return nil
        }
        self.quantization = quantization.flatMap { $0.isPerAxis || $0.scale == 0 ? nil : $0 }
    }

    /// Whether integers stand for other numbers by one scale for all.
    package var isQuantized: Bool { quantization != nil }

    /// The number that a stored one stands for.
    package func real(_ stored: Double) -> Double {
        guard let quantization else { return stored }
        return Double(quantization.scale) * (stored - Double(quantization.zeroPoint))
    }

    /// The positions of the largest elements, largest first; ties keep the lower position, NaN comes
    /// last.
    package func largest(_ count: Int) -> [Int] {
        func key(_ index: Int) -> Double {
            stored[index].isNaN ? -.infinity : stored[index]
        }
        return Array(
            stored.indices.sorted { (key($1), $0) < (key($0), $1) }.prefix(count))
    }

    /// Two elements a byte, low half first, each with its sign.
    package static func unpackedInt4(_ bytes: UnsafeRawBufferPointer, count: Int) -> [Int8] {
        (0..<count).map { index in
            let pair = Int8(bitPattern: bytes[index / 2])
            return index % 2 == 0 ? (pair << 4) >> 4 : pair >> 4
        }
    }

    /// IEEE 754 binary16; written out because `Float16` is missing on Intel Macs.
    private static func half(_ bits: UInt16) -> Double {
        let sign = bits >> 15 == 0 ? 1.0 : -1.0
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = Double(bits & 0x3FF) / 1024
        return switch exponent {
        case 0: sign * Double(sign: .plus, exponent: -14, significand: fraction)
        case 31: fraction == 0 ? sign * .infinity : .nan
        default: sign * Double(sign: .plus, exponent: exponent - 15, significand: 1 + fraction)
        }
    }
}
