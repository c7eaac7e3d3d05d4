import SightModelFile
import SightTensor

/// Converts the bytes of ``HybridQuantization`` to floats with the value zero for zero: to whole
/// numbers, or to the real numbers that the bytes represent.
struct HybridFloats: PreparedOperator {
    private let input: HybridQuantization
    /// The floats; whole numbers are at most 255 in magnitude.
    let output: TensorSlot
    private let isScaled: Bool
    private let split: TaskSplit

    /// Reserves the memory of the floats of all batches.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(_ input: HybridQuantization, isScaled: Bool = false, _ node: Preparation)
        throws(ModelError)
    {
        (self.input, self.isScaled) = (input, isScaled)
        let count = input.batchCount * input.batchLength
        output = try node.scratch(byteCount: count * MemoryLayout<Float>.stride)
        split = node.split(count, cost: 1)
    }

    /// Returns int8 weights as floats.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    static func weights(_ weights: ConstantBytes, _ node: Preparation) throws(ModelError)
        -> ConstantBytes
    {
        let count = weights.bytes.count
        let converted = try node.storage(byteCount: count * MemoryLayout<Float>.stride)
        let target = converted.start.bindMemory(to: Float.self, capacity: count)
        for (index, byte) in weights.bytes.enumerated() {
            target[index] = Float(Int8(bitPattern: byte))
        }
        return ConstantBytes(UnsafeRawBufferPointer(converted.bytes), owner: converted)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let source = memory.elements(input.quantized, as: Int8.self)
        let target = memory.elements(output, as: Float.self)
        let offsets = memory.elements(input.offsets, as: Int32.self)
        let scales = memory.elements(input.scales, as: Float.self)
        split.range(task).forEachBatch(length: input.batchLength) { batch, range in
            let (offset, scale) = (offsets[batch], isScaled ? scales[batch] : 1)
            for index in range { target[index] = Float(Int32(source[index]) &- offset) * scale }
        }
    }
}
