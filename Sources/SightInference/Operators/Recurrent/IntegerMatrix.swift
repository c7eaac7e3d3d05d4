import SightModelFile
import SightTensor

/// A matrix of int8 weights that is multiplied by vectors of int8; the products are requantized
/// with one factor.
struct IntegerMatrix: Sendable {
    private let spec: TensorSpec
    private let rows: Int
    private let columns: Int
    private let biases: [Int32]
    private let factor: FixedPointMultiplier

    /// Makes a matrix.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    init(
        _ spec: TensorSpec, bias: TensorSpec?, factor: FixedPointMultiplier, _ node: Preparation
    ) throws(ModelError) {
        guard spec.elementType == .int8, let weights = spec.constant else {
            throw node.unsupported(spec)
        }
        try node.spendList(spec.shape[0], of: Int32.self)
        var biases = [Int32](repeating: 0, count: spec.shape[0])
        if let bias {
            guard bias.elementType == .int32, let values = bias.constant,
                bias.shape.elementCount == biases.count
            else { throw node.unsupported(bias) }
            biases = values.elements(Int32.self)
        }
        (rows, columns) = (spec.shape[0], spec.shape[1])
        guard weights.bytes.count == rows * columns, biases.count == rows else {
            throw node.fail(
                "\"\(spec.name)\" has \(weights.bytes.count) of \(spec.shape) weights")
        }
        self.spec = spec
        self.biases = biases
        self.factor = factor
    }

    /// Calls `body` with the requantized product of each row; `sums` is memory for one integer for
    /// each row.
    @inline(__always)
    func forEachRow(
        _ vector: ByteVector, _ sums: UnsafeMutablePointer<Int32>,
        _ memory: borrowing TensorMemory, _ body: (_ row: Int, _ value: Int32) -> Void
    ) {
        vector.multiply(memory.elements(spec.slot, as: Int8.self), rows: rows, into: sums)
        for row in 0..<rows { body(row, factor.apply(sums[row] &+ biases[row])) }
    }
}
