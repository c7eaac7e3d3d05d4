/// The four outputs of TFLite_Detection_PostProcess.
struct DetectionOutputs: Sendable {
    let boxes: TensorSlot
    let classes: TensorSlot
    let scores: TensorSlot
    let count: TensorSlot
    let rowCount: Int

    /// Sets all rows to 0, and sets the count.
    func clear(count value: Int, _ memory: borrowing TensorMemory) {
        memory.elements(boxes, as: Float.self).update(repeating: 0, count: 4 * rowCount)
        memory.elements(classes, as: Float.self).update(repeating: 0, count: rowCount)
        memory.elements(scores, as: Float.self).update(repeating: 0, count: rowCount)
        memory.elements(count, as: Float.self).pointee = Float(value)
    }

    func write(
        _ row: Int, box: SIMD4<Float>, classIndex: Int, score: Float,
        _ memory: borrowing TensorMemory
    ) {
        let target = memory.elements(boxes, as: Float.self) + 4 * row
        for i in 0..<4 { target[i] = box[i] }
        memory.elements(classes, as: Float.self)[row] = Float(classIndex)
        memory.elements(scores, as: Float.self)[row] = score
    }
}
