import SightModelFile
import SightTensor

extension MatrixProduct {
    /// Returns the product of the same matrices as floats, for a left operand of floats and a
    /// constant right operand of int8.
    ///
    /// New phases quantize each row of the left operand and convert it back, so that the results
    /// differ from those of integer sums only by the rounding of floats.
    ///
    /// - Source: TensorFlow Lite `batch_matmul`, `EvalHybrid`.
    /// - Throws: ``ModelError`` with codes `invalidNode`, `unsupported` and `tooLarge`.
    func dequantized(isAsymmetric: Bool, _ node: Preparation) throws(ModelError) -> MatrixProduct {
        let rows = TensorSpec(
            slot: try leftRows(node), info: left.info, elementType: .float32, shape: left.shape,
            constant: nil)
        let quantized = try HybridQuantization.add(
            rows, batchCount: left.shape.elementCount / max(1, depth), isAsymmetric: isAsymmetric,
            node)
        let floats = try HybridFloats(quantized, isScaled: true, node)
        node.addPhase(floats)
        return try replacing(left: floats.output, right: dequantizedRight(node))
    }

    /// Returns the right operand as floats.
    private func dequantizedRight(_ node: Preparation) throws(ModelError) -> TensorSpec {
        guard let constant = right.constant else { throw node.unsupported(right) }
        guard constant.bytes.count == right.shape.elementCount else {
            throw node.fail("\(right.shape) has \(constant.bytes.count) bytes")
        }
        let (scales, zero) = try rightScales(node)
        guard scales.areScales, zero == 0 else {
            throw node.fail("the right matrices have scales below 0 or the zero point \(zero)")
        }
        let count = right.shape.elementCount
        let storage = try node.storage(byteCount: count * MemoryLayout<Float>.stride)
        let target = storage.start.bindMemory(to: Float.self, capacity: count)
        for (index, byte) in constant.bytes.enumerated() {
            let column = isRightTransposed ? index / depth % columns : index % columns
            target[index] =
                Float(Int8(bitPattern: byte)) * scales[scales.count == 1 ? 0 : column]
        }
        let bytes = ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage)
        return try node.constant(bytes, elementType: .float32, shape: right.shape)
    }
}
