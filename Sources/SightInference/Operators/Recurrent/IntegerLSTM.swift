import CSightKernels
import SightModelFile
import SightTensor

/// A long short-term memory (LSTM) of bytes, whose gates and cell state have 16 bits.
///
/// - Source: TensorFlow Lite `lstm_eval::EvalInteger8x8_16`.
final class IntegerLSTM: PreparedOperator {
    private let cell: LSTMCell
    private let inputGate: IntegerGate?
    private let forgetGate: IntegerGate
    private let cellGate: IntegerGate
    private let outputGate: IntegerGate
    private let projection: IntegerMatrix?
    private let hidden: FixedPointMultiplier
    /// The number that the layer adds to its hidden values before it saturates them.
    ///
    /// It is the zero point of these values. In a layer with a projection it is the negated zero
    /// point, because the reference subtracts the zero point there.
    private let hiddenZero: Int32
    private let inputZero: Int32
    private let outputZero: Int32
    /// The exponent of the cell state's scale, which is a power of two.
    private let cellExponent: Int
    private let cellClip: Int16
    private let projectionClip: Int8
    /// Scratch memory for the sums of four gates, one element for each cell.
    private let sums: TensorSlot
    /// Scratch memory for one vector of bytes, one element for each cell.
    private let narrowed: TensorSlot
    /// Scratch memory for the elements of the input or of the cells, and of the last output, minus
    /// their zero points.
    private let centered: TensorSlot
    private let recurrentCentered: TensorSlot
    /// Scratch memory for the products of one matrix.
    private let products: TensorSlot

    init(_ cell: LSTMCell, _ node: Preparation) throws(ModelError) {
        self.cell = cell
        guard cell.sequence.output.elementType == .int8, cell.outputState.elementType == .int8
        else {
            throw node.unsupported(cell.outputState)
        }
        guard cell.cellState.elementType == .int16 else { throw node.unsupported(cell.cellState) }
        let state = try node.affine(cell.cellState)
        guard state.scale.significand == 1, (-15 ... -9).contains(state.scale.exponent) else {
            throw node.fail(
                "the cell state's scale \(state.scale) is not a power of two from 2^-15 to 2^-9")
        }
        cellExponent = Int(state.scale.exponent)
        let (input, output) = (
            try node.affine(cell.sequence.input), try node.affine(cell.outputState)
        )
        let hiddenAffine = try node.intermediate(4)
        let builder = IntegerGate.Builder(
            node: node, cells: cell.cells, input: input, recurrent: output, cellScale: state.scale)
        if let gate = cell.inputGate {
            inputGate = try builder.gate(gate, 0)
        } else {
            inputGate = nil
        }
        forgetGate = try builder.gate(cell.forgetGate, 1)
        cellGate = try builder.gate(cell.cellGate, 2)
        outputGate = try builder.gate(cell.outputGate, 3)
        hidden = FixedPointMultiplier(
            Double(Float(0x1p-15) / hiddenAffine.scale * Float(0x1p-15)))
        guard Int8(exactly: hiddenAffine.zeroPoint) != nil else {
            throw node.fail(
                "the hidden values' zero point \(hiddenAffine.zeroPoint) does not fit int8")
        }
        hiddenZero = hiddenAffine.zeroPoint * (cell.projection == nil ? 1 : -1)
        (inputZero, outputZero) = (input.zeroPoint, output.zeroPoint)
        if let spec = cell.projection {
            let scale = try node.affine(spec).scale
            projection = try IntegerMatrix(
                spec, bias: cell.projectionBias,
                factor: FixedPointMultiplier(Double(scale * hiddenAffine.scale / output.scale)),
                node)
        } else {
            projection = nil
        }
        cellClip = Int16(saturating: cell.cellClip / state.scale)
        projectionClip = Int8(saturating: cell.projectionClip / output.scale)
        sums = try node.scratch(byteCount: 4 * cell.cells * MemoryLayout<Int16>.stride)
        narrowed = try node.scratch(byteCount: cell.cells)
        centered = try node.scratch(
            byteCount: ByteVector.centeredByteCount(max(cell.sequence.inputSize, cell.cells)))
        recurrentCentered = try node.scratch(
            byteCount: ByteVector.centeredByteCount(cell.outputs))
        products = try node.scratch(
            byteCount: max(cell.cells, cell.outputs) * MemoryLayout<Int32>.stride)
    }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        for batch in 0..<cell.sequence.batches {
            for step in 0..<cell.sequence.steps {
                run(row: cell.sequence.row(step, batch), batch: batch, memory)
            }
        }
    }

    private func run(row: Int, batch: Int, _ memory: borrowing TensorMemory) {
        let (cells, outputs) = (cell.cells, cell.outputs)
        let input = ByteVector(
            memory.elements(cell.sequence.input.slot, as: Int8.self)
                + row * cell.sequence.inputSize,
            count: cell.sequence.inputSize, zeroPoint: inputZero,
            centered: memory.elements(centered))
        let state = memory.elements(cell.cellState.slot, as: Int16.self) + batch * cells
        let last = memory.elements(cell.outputState.slot, as: Int8.self) + batch * outputs
        let kept = ByteVector(
            last, count: outputs, zeroPoint: outputZero,
            centered: memory.elements(recurrentCentered))
        let products = memory.elements(self.products, as: Int32.self)
        let forget = memory.elements(sums, as: Int16.self)
        let (modulation, first, final) = (forget + cells, forget + 2 * cells, forget + 3 * cells)
        let kernels = sight_row_kernels_best(sight_current_tier()).pointee

        forgetGate.evaluate(input, kept, state, into: forget, products, memory)
        kernels.fixed_sigmoids(forget, cells, forget)
        cellGate.evaluate(input, kept, state, into: modulation, products, memory)
        kernels.fixed_tangents(modulation, cells, 3, modulation)
        if let inputGate {
            inputGate.evaluate(input, kept, state, into: first, products, memory)
            kernels.fixed_sigmoids(first, cells, first)
        } else {
            for i in 0..<cells { first[i] = .max &- forget[i] }
        }
        for i in 0..<cells {
            let old = shifted(forget[i], state[i], 15)
            let new = shifted(first[i], modulation[i], Int32(30 + cellExponent))
            state[i] = Int16(clamping: Int32(old) + Int32(new))
            if cellClip > 0 { state[i] = clamp(state[i], -cellClip, cellClip) }
        }
        outputGate.evaluate(input, kept, state, into: final, products, memory)
        kernels.fixed_sigmoids(final, cells, final)
        kernels.fixed_tangents(state, cells, Int32(15 + cellExponent), modulation)
        let bytes = memory.elements(narrowed, as: Int8.self)
        for i in 0..<cells {
            let product = Int32(final[i]) &* Int32(modulation[i])
            bytes[i] = Int8(clamping: hidden.apply(product) &+ hiddenZero)
        }
        let target = memory.elements(cell.sequence.output.slot, as: Int8.self) + row * outputs
        if let projection {
            let vector = ByteVector(
                bytes, count: cells, zeroPoint: hiddenZero, centered: memory.elements(centered))
            projection.forEachRow(vector, products, memory) { row, value in
                target[row] = Int8(clamping: value &+ outputZero)
                if projectionClip > 0 {
                    target[row] = clamp(target[row], -projectionClip, projectionClip)
                }
            }
        } else {
            target.update(from: bytes, count: outputs)
        }
        last.update(from: target, count: outputs)
    }

    /// Returns the product divided by a power of two, rounded to nearest.
    private func shifted(_ a: Int16, _ b: Int16, _ bits: Int32) -> Int16 {
        Int16(truncatingIfNeeded: FixedPoint.roundingDivideByPOT(Int32(a) &* Int32(b), bits))
    }
}
