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
        guard let scale else {
            let weights = memory.elements(spec.slot, as: Float.self)
            for row in 0..<rows {
                var sum: Float = 0
                for i in 0..<columns { sum += weights[row * columns + i] * vector.values[i] }
                sums[row] += sum
            }
            return
        }
        let weights = memory.elements(spec.slot, as: Int8.self)
        for row in 0..<rows {
            var sum: Int32 = 0
            for i in 0..<columns {
                sum &+=
                    Int32(weights[row * columns + i]) &* (Int32(vector.bytes[i]) &- vector.offset)
            }
            sums[row] += Float(sum) * (vector.scale * scale)
        }
    }

    /// Returns the weight at a position, for diagonal matrices.
    func value(_ position: Int, _ memory: borrowing TensorMemory) -> Float {
        guard let scale else { return memory.elements(spec.slot, as: Float.self)[position] }
        return Float(memory.elements(spec.slot, as: Int8.self)[position]) * scale
    }
}

/// A vector of floats, with its quantized form if the weights are bytes.
struct RealVector {
    let values: UnsafePointer<Float>
    let bytes: UnsafePointer<Int8>
    private(set) var scale: Float = 1
    private(set) var offset: Int32 = 0

    /// Creates a vector; `bytes` is memory for the quantized form, filled if `isQuantized`.
    init(
        _ values: UnsafePointer<Float>, count: Int, bytes: UnsafeMutablePointer<Int8>,
        isQuantized: Bool, isAsymmetric: Bool
    ) {
        self.values = values
        self.bytes = UnsafePointer(bytes)
        guard isQuantized else { return }
        if isAsymmetric {
            sight_quantize_asymmetric(values, 1, count, 0, bytes, &scale, &offset)
        } else {
            sight_quantize_symmetric(values, 1, count, 0, bytes, &scale)
        }
    }
}
