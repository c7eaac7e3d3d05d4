import CSightKernels
import SightModelFile
import SightTensor

/// The weights of a recurrent layer of floats: floats, or bytes that represent them.
///
/// Bytes are multiplied by a vector that is quantized at run time.
/// - Source: TensorFlow Lite, hybrid kernels.
struct WeightMatrix: Sendable {
    let spec: TensorSpec
    private let rows: Int
    private let columns: Int
    /// The scale of bytes; `nil` for floats.
    private let scale: Float?

    /// Checks the weights.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    init(_ spec: TensorSpec, _ node: Preparation) throws(ModelError) {
        self.spec = spec
        (rows, columns) = (spec.shape[0], spec.shape.elementCount / max(1, spec.shape[0]))
        switch spec.elementType {
        case .float32: scale = nil
        case .int8:
            let affine = try node.affine(spec)
            guard affine.zeroPoint == 0 else {
                throw node.fail("weights have the zero point \(affine.zeroPoint), expected 0")
            }
            scale = affine.scale
        default: throw node.unsupported(spec)
        }
    }

    /// Adds the product with a vector to the sums, one for each row.
    func multiply(
        _ vector: RealVector, addingTo sums: UnsafeMutablePointer<Float>,
        _ memory: borrowing TensorMemory
    ) {
        guard let scale, let quantized = vector.quantized else {
            let kernels = sight_row_kernels_best(sight_current_tier()).pointee
            kernels.multiply_vector(
                memory.elements(spec.slot, as: Float.self), rows, columns, vector.values, sums)
            return
        }
        quantized.bytes.multiply(
            memory.elements(spec.slot, as: Int8.self), rows: rows, into: quantized.sums)
        let factor = quantized.scale * scale
        for row in 0..<rows { sums[row] += Float(quantized.sums[row]) * factor }
    }

    /// Returns the weight at a position, for diagonal matrices.
    func value(_ position: Int, _ memory: borrowing TensorMemory) -> Float {
        guard let scale else { return memory.elements(spec.slot, as: Float.self)[position] }
        return Float(memory.elements(spec.slot, as: Int8.self)[position]) * scale
    }
}
