import CSightKernels
import SightModelFile
import SightTensor

/// A long short-term memory (LSTM) of floats, whose weights may be bytes.
///
/// - Source: TensorFlow Lite `lstm_eval::EvalFloat` and `EvalHybrid`.
final class FloatLSTM: PreparedOperator {
    private struct Gate: Sendable {
        let input: WeightMatrix
        let recurrent: WeightMatrix
        let peephole: WeightMatrix?
        let bias: TensorSpec?
        let norm: TensorSpec?
        let second: SecondInput?

        init(_ gate: LSTMCell.Gate, of cell: LSTMCell, _ node: Preparation) throws(ModelError) {
            // Vectors are quantized for all matrices, or for none.
            let matrix = cell.forgetGate.input
            try node.expectSameType(matrix, gate.input, gate.recurrent)
            input = try WeightMatrix(gate.input, node)
            recurrent = try WeightMatrix(gate.recurrent, node)
            if let spec = gate.peephole {
                peephole = try WeightMatrix(spec, node)
            } else {
                peephole = nil
            }
            for spec in [gate.bias, gate.norm].compactMap(\.self)
            where spec.elementType != .float32 {
                throw node.unsupported(spec)
            }
            (bias, norm) = (gate.bias, gate.norm)
            if let second = cell.second, let weights = gate.second {
                try node.expectSameType(matrix, weights)
                self.second = try SecondInput(
                    second, weights: weights, rows: cell.cells, beside: cell.sequence, node)
            } else {
                second = nil
            }
        }
    }

    private var kernels: sight_row_kernels {
        sight_row_kernels_best(sight_current_tier()).pointee
    }

    private let cell: LSTMCell
    private let inputGate: Gate?
    private let forgetGate: Gate
    private let cellGate: Gate
    private let outputGate: Gate
    private let projection: WeightMatrix?
    /// Scratch memory for the sums of four gates, one element for each cell.
    private let sums: TensorSlot
    /// Scratch memory for vectors: the input or the cells, the last output, and the second input.
    private let inputMemory: VectorMemory
    private let recurrentMemory: VectorMemory
    private let secondMemory: VectorMemory

    init(_ cell: LSTMCell, isAsymmetric: Bool, _ node: Preparation) throws(ModelError) {
        self.cell = cell
        for spec in [cell.sequence.input, cell.sequence.output, cell.outputState, cell.cellState]
            + [cell.projectionBias].compactMap(\.self) where spec.elementType != .float32
        {
            throw node.unsupported(spec)
        }
        if let gate = cell.inputGate {
            inputGate = try Gate(gate, of: cell, node)
        } else {
            inputGate = nil
        }
        forgetGate = try Gate(cell.forgetGate, of: cell, node)
        cellGate = try Gate(cell.cellGate, of: cell, node)
        outputGate = try Gate(cell.outputGate, of: cell, node)
        if let spec = cell.projection {
            try node.expectSameType(cell.forgetGate.input, spec)
            projection = try WeightMatrix(spec, node)
        } else {
            projection = nil
        }
        let isQuantized = cell.forgetGate.input.elementType == .int8
        func memory(_ count: Int) throws(ModelError) -> VectorMemory {
            try VectorMemory(
                count: count, rows: max(cell.cells, cell.outputs), isQuantized: isQuantized,
                isAsymmetric: isAsymmetric, node)
        }
        inputMemory = try memory(max(cell.sequence.inputSize, cell.cells))
        recurrentMemory = try memory(cell.outputs)
        secondMemory = try memory(cell.second?.shape[-1] ?? 0)
        sums = try node.scratch(byteCount: 4 * cell.cells * MemoryLayout<Float>.stride)
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
        let inputSize = cell.sequence.inputSize
        let source = memory.elements(cell.sequence.input.slot, as: Float.self) + row * inputSize
        let state = memory.elements(cell.cellState.slot, as: Float.self) + batch * cells
        let kept = memory.elements(cell.outputState.slot, as: Float.self) + batch * outputs
        let input = inputMemory.vector(source, count: inputSize, memory)
        let recurrent = recurrentMemory.vector(kept, count: outputs, memory)
        let second = forgetGate.second.map { second in
            secondMemory.vector(second.row(row, memory), count: second.size, memory)
        }

        let forget = memory.elements(sums, as: Float.self)
        let (modulation, first, last) = (forget + cells, forget + 2 * cells, forget + 3 * cells)
        evaluate(forgetGate, input, recurrent, second, state, into: forget, memory)
        evaluate(
            cellGate, input, recurrent, second, state, into: modulation, memory, isTanh: true)
        if let inputGate {
            evaluate(inputGate, input, recurrent, second, state, into: first, memory)
        } else {
            for i in 0..<cells { first[i] = 1 - forget[i] }
        }
        for i in 0..<cells {
            state[i] = forget[i] * state[i] + modulation[i] * first[i]
            if cell.cellClip > 0 { state[i] = clamp(state[i], -cell.cellClip, cell.cellClip) }
        }
        evaluate(outputGate, input, recurrent, second, state, into: last, memory)
        kernels.tangents(state, cells, modulation)
        for i in 0..<cells { last[i] *= modulation[i] }
        let target = cell.sequence.target(row, memory)
        project(last, to: target, memory)
        kept.update(from: target, count: outputs)
    }

    private func project(
        _ hidden: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<Float>,
        _ memory: borrowing TensorMemory
    ) {
        guard let projection else { return target.update(from: hidden, count: cell.outputs) }
        let bias = cell.projectionBias.map { memory.elements($0.slot, as: Float.self) }
        for i in 0..<cell.outputs { target[i] = bias?[i] ?? 0 }
        let vector = inputMemory.vector(hidden, count: cell.cells, memory)
        projection.multiply(vector, addingTo: target, memory)
        guard cell.projectionClip > 0 else { return }
        for i in 0..<cell.outputs {
            target[i] = clamp(target[i], -cell.projectionClip, cell.projectionClip)
        }
    }

    private func evaluate(
        _ gate: Gate, _ input: RealVector, _ recurrent: RealVector, _ second: RealVector?,
        _ state: UnsafeMutablePointer<Float>, into sums: UnsafeMutablePointer<Float>,
        _ memory: borrowing TensorMemory, isTanh: Bool = false
    ) {
        let cells = cell.cells
        let bias = gate.bias.map { memory.elements($0.slot, as: Float.self) }
        for i in 0..<cells { sums[i] = gate.norm == nil ? bias?[i] ?? 0 : 0 }
        gate.input.multiply(input, addingTo: sums, memory)
        if let second { gate.second?.weights.multiply(second, addingTo: sums, memory) }
        gate.recurrent.multiply(recurrent, addingTo: sums, memory)
        if let peephole = gate.peephole {
            for i in 0..<cells { sums[i] += peephole.value(i, memory) * state[i] }
        }
        if let norm = gate.norm {
            normalize(sums)
            let weights = memory.elements(norm.slot, as: Float.self)
            for i in 0..<cells { sums[i] = sums[i] * weights[i] + (bias?[i] ?? 0) }
        }
        if isTanh {
            kernels.tangents(sums, cells, sums)
        } else {
            kernels.sigmoids(sums, cells, sums)
        }
    }

    /// Normalizes values to a mean of 0 and a deviation of 1.
    private func normalize(_ values: UnsafeMutablePointer<Float>) {
        let count = Float(cell.cells)
        var sum: Float = 0
        for i in 0..<cell.cells { sum += values[i] }
        let mean = sum / count
        var squares: Float = 0
        for i in 0..<cell.cells { squares += (values[i] - mean) * (values[i] - mean) }
        let factor = 1 / (squares / count + 1e-8).squareRoot()
        for i in 0..<cell.cells { values[i] = (values[i] - mean) * factor }
    }
}
