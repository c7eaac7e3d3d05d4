import SightModelFile
import SightTensor

/// Converts the bytes of ``HybridQuantization`` to floats with the value zero for zero.
struct HybridFloats: PreparedOperator {
    private let input: HybridQuantization
    /// The floats, whole numbers of at most 255 in magnitude.
    let output: TensorSlot
    private let split: TaskSplit

    /// Reserves the memory of the floats of all batches.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(_ input: HybridQuantization, _ node: Preparation) throws(ModelError) {
        self.input = input
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
        split.range(task).forEachBatch(length: input.batchLength) { batch, range in
            let offset = offsets[batch]
            for index in range { target[index] = Float(Int32(source[index]) &- offset) }
        }
    }
}
