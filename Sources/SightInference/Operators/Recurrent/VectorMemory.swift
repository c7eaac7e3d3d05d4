import CSightKernels
import SightModelFile
import SightTensor

/// Working memory for one vector of floats that is multiplied by the matrices of a recurrent layer.
///
/// Matrices of bytes need the vector in a quantized form, and memory for integer sums.
struct VectorMemory: Sendable {
    private let isQuantized: Bool
    private let isAsymmetric: Bool
    private let bytes: TensorSlot
    private let centered: TensorSlot
    private let sums: TensorSlot

    /// Reserves the memory.
    ///
    /// - Parameters:
    ///   - count: the largest number of elements of the vector.
    ///   - rows: the largest number of rows of a matrix.
    ///   - isQuantized: whether the matrices have bytes.
    ///   - isAsymmetric: whether quantized vectors have an offset.
    ///   - node: the node of the layer.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        count: Int, rows: Int, isQuantized: Bool, isAsymmetric: Bool, _ node: Preparation
    ) throws(ModelError) {
        (self.isQuantized, self.isAsymmetric) = (isQuantized, isAsymmetric)
        let (count, rows) = isQuantized ? (count, rows) : (0, 0)
        bytes = try node.scratch(byteCount: count)
        centered = try node.scratch(byteCount: ByteVector.centeredByteCount(count))
        sums = try node.scratch(byteCount: rows * MemoryLayout<Int32>.stride)
    }

    /// Quantizes a vector if the matrices have bytes.
    func vector(
        _ values: UnsafePointer<Float>, count: Int, _ memory: borrowing TensorMemory
    ) -> RealVector {
        guard isQuantized else { return RealVector(values: values, quantized: nil) }
        let target = memory.elements(bytes, as: Int8.self)
        var (scale, offset) = (Float(1), Int32(0))
        if isAsymmetric {
            sight_quantize_asymmetric(values, 1, count, 0, target, &scale, &offset)
        } else {
            sight_quantize_symmetric(values, 1, count, 0, target, &scale)
        }
        let bytes = ByteVector(
            target, count: count, zeroPoint: offset, centered: memory.elements(centered))
        return RealVector(
            values: values,
            quantized: .init(bytes: bytes, scale: scale, sums: memory.elements(sums)))
    }
}

/// A vector of floats, with its quantized form if it is multiplied by matrices of bytes.
struct RealVector {
    struct Quantized {
        let bytes: ByteVector
        /// A real number is `scale × (byte − zero point)`.
        let scale: Float
        /// Memory for one integer for each row of a matrix.
        let sums: UnsafeMutablePointer<Int32>
    }

    let values: UnsafePointer<Float>
    let quantized: Quantized?
}
