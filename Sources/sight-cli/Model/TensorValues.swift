package import SightTensor

/// The elements of a tensor of any numeric type; each is converted when it is read.
///
/// The bytes are borrowed; a value must not be used longer than they exist.
package struct TensorValues {
    /// The number of elements.
    package let count: Int
    private let bytes: UnsafeRawBufferPointer
    private let type: ElementType
    private let packing: PackedIntegers?
    private let quantization: Quantization?

    /// Wraps elements in row-major order; `nil` for types that are not numeric.
    ///
    /// - Precondition: `bytes` holds `count` elements.
    package init?(
        _ bytes: UnsafeRawBufferPointer, _ type: ElementType, count: Int,
        quantization: Quantization? = nil
    ) {
        switch type {
        case .string, .complex64, .complex128, .resource, .variant: return nil
        default: break
        }
        self.bytes = bytes
        self.type = type
        packing = PackedIntegers(type)
        self.count = count
        self.quantization = quantization.flatMap { $0.isPerAxis || $0.scale == 0 ? nil : $0 }
    }

    /// The element at a position, without dequantization.
    package subscript(position: Int) -> Double {
        switch type {
        case .float32: Double(element(position, Float.self))
        case .float64: element(position, Double.self)
        case .float16: Self.half(element(position, UInt16.self))
        case .int8: Double(element(position, Int8.self))
        case .int16: Double(element(position, Int16.self))
        case .int32: Double(element(position, Int32.self))
        case .int64: Double(element(position, Int64.self))
        case .uint8, .bool: Double(bytes[position])
        case .uint16: Double(element(position, UInt16.self))
        case .uint32: Double(element(position, UInt32.self))
        case .uint64: Double(element(position, UInt64.self))
        case .int4, .int2: packed(position)
        case .string, .complex64, .complex128, .resource, .variant: .nan
        }
    }

    private func packed(_ position: Int) -> Double {
        guard let packing, let start = bytes.baseAddress else { return .nan }
        return Double(packing.value(start, position))
    }

    private func element<Number: BitwiseCopyable>(_ position: Int, _: Number.Type) -> Number {
        bytes.loadUnaligned(fromByteOffset: position * MemoryLayout<Number>.size, as: Number.self)
    }

    /// The smallest and the largest element; `nil` if there are none.
    package var range: (least: Double, most: Double)? {
        guard count > 0 else { return nil }
        var (least, most) = (self[0], self[0])
        for position in 1..<max(1, count) {
            let value = self[position]
            if value < least { least = value }
            if value > most { most = value }
        }
        return (least, most)
    }

    /// Whether the elements are quantized with one scale for the whole tensor.
    package var isQuantized: Bool { quantization != nil }

    /// Returns the real number that a stored number represents.
    package func real(_ stored: Double) -> Double {
        guard let quantization else { return stored }
        return Double(quantization.scale) * (stored - Double(quantization.zeroPoint))
    }

    /// Returns the positions of the largest elements, largest first; ties keep the lower position,
    /// and NaN comes last.
    package func largest(_ most: Int) -> [Int] {
        var found: [(key: Double, position: Int)] = []
        for position in 0..<count {
            let value = self[position]
            let key = value.isNaN ? -.infinity : value
            guard found.count < most || found.last.map({ $0.key < key }) == true else { continue }
            if found.count == most { found.removeLast() }
            found.insert((key, position), at: found.firstIndex { $0.key < key } ?? found.count)
        }
        return found.map(\.position)
    }

    /// Converts IEEE 754 binary16, because `Float16` is missing on Intel Macs.
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
