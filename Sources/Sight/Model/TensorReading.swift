import SightInference
import SightTensor

extension TensorSpec {
    /// Whether the elements are bytes that represent no real numbers, because they have no scale.
    var lacksScale: Bool {
        (elementType == .uint8 || elementType == .int8) && quantization == nil
    }

    /// The types of outputs that represent real numbers, for the errors of those without a scale.
    static let typesOfNumbers = ["float32", "int8 with a scale", "uint8 with a scale"]

    /// Refuses an output with more numbers than its task needs.
    ///
    /// A file of a few hundred bytes may have an output of half a gigabyte, and reading it takes
    /// several times as much.
    ///
    /// - Throws: ``DetectionError`` with code `invalidModel`.
    func limitCount(to limit: Int) throws(DetectionError) {
        guard shape.elementCount <= limit else {
            throw DetectionError(
                .invalidModel,
                "the output \"\(name)\" has the shape \(shape.dimensions); up to \(limit) numbers "
                    + "are read")
        }
    }
}

extension Execution {
    /// Returns the elements of a `float32`, `uint8`, `int8`, `int32` or `int64` tensor as real
    /// numbers.
    ///
    /// - Returns: `nil` for other types and bytes without a scale.
    func realValues(_ tensor: TensorSpec) -> [Float]? {
        let bytes = bytes(tensor)
        switch tensor.elementType {
        case .float32:
            return Array(bytes.bindMemory(to: Float.self))
        case .uint8:
            return tensor.quantization.map { dequantized(bytes, $0) { Int($0) } }
        case .int8:
            return tensor.quantization.map { dequantized(bytes, $0) { Int(Int8(bitPattern: $0)) } }
        case .int32:
            return bytes.bindMemory(to: Int32.self).map { Float($0) }
        case .int64:
            return bytes.bindMemory(to: Int64.self).map { Float($0) }
        default:
            return nil
        }
    }

    /// Returns `scale × (q − zeroPoint)` of each byte.
    private func dequantized(
        _ bytes: UnsafeMutableRawBufferPointer, _ quantization: Quantization,
        _ integer: (UInt8) -> Int
    ) -> [Float] {
        bytes.map { quantization.scale * Float(integer($0) - quantization.zeroPoint) }
    }
}
