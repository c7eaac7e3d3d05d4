import SightModelFile
import SightTensor

/// Fails when a divisor read from a tensor is zero; runs before the division.
struct DivisorCheck<Value: FixedWidthInteger & BitwiseCopyable & Sendable>: PreparedOperator {
    let divisor: TensorSpec
    /// The value that stands for zero.
    let zero: Value
    let place: String

    func run(_ task: Int, _ memory: borrowing TensorMemory) throws(ModelError) {
        let values = memory.elements(divisor.slot, as: Value.self)
        var found = false
        for i in 0..<divisor.shape.elementCount { found = found || values[i] == zero }
        guard found else { return }
        throw ModelError(.outOfRange, "\(place): \"\(divisor.name)\" divides by 0")
    }
}
