import SightTensor

/// The tensors of a long short-term memory, checked: gates, states, projection, and the sequence.
///
/// - Source: Hochreiter and Schmidhuber, 1997; Sak, Senior and Beaufays, 2014 (projection);
///   TensorFlow Lite `lstm_eval`.
struct LSTMCell: Sendable {
    /// One of the four gates; all vectors have one element for each cell.
    struct Gate: Sendable {
        /// `[cells, inputs]`.
        let input: TensorSpec
        /// `[cells, outputs]`.
        let recurrent: TensorSpec
        let peephole: TensorSpec?
        let bias: TensorSpec?
        let norm: TensorSpec?
    }

    /// Absent when the input gate is what the forget gate leaves.
    let inputGate: Gate?
    let forgetGate: Gate
    let cellGate: Gate
    let outputGate: Gate
    /// `[outputs, cells]`.
    let projection: TensorSpec?
    let projectionBias: TensorSpec?
    /// `[batches, outputs]`, kept from run to run.
    let outputState: TensorSpec
    /// `[batches, cells]`, kept from run to run.
    let cellState: TensorSpec
    let sequence: RecurrentSequence
    let cellClip: Float
    let projectionClip: Float
    let cells: Int
    let outputs: Int

    var gates: [Gate] { [inputGate, forgetGate, cellGate, outputGate].compactMap(\.self) }

    /// Reads the 20 or 24 inputs of a node and fixes its output.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    init(_ options: OptionsTable, _ node: Preparation, isTimeMajor: Bool) throws(ModelError) {
        guard node.inputCount == 20 || node.inputCount == 24, node.outputCount == 1 else {
            throw node.fail("has \(node.inputCount) inputs, expected 20 or 24")
        }
        guard try options.byte(0) == 4 else {
            throw node.fail(.unsupported, "activation \(try options.byte(0)), expected 4 (tanh)")
        }
        (cellClip, projectionClip) = (try options.float(1), try options.float(2))
        guard cellClip >= 0, projectionClip >= 0 else {
            throw node.fail("clips \(cellClip) and \(projectionClip) must not be below 0")
        }
        let output = try node.input(8).shape
        let input = try node.input(4).shape
        guard output.rank == 2, input.rank == 2, input.elementCount > 0, output.elementCount > 0
        else { throw node.fail("weights \(input) and \(output) must be matrices") }
        (cells, outputs) = (output[0], output[1])
        sequence = try RecurrentSequence(
            node, outputs: outputs, isTimeMajor: isTimeMajor)
        let reader = Reader(
            node: node, cells: cells, inputs: sequence.inputSize, outputs: outputs)
        inputGate = try reader.gate(0)
        guard let forget = try reader.gate(1), let cell = try reader.gate(2),
            let last = try reader.gate(3)
        else { throw node.fail("only the input gate may be absent") }
        (forgetGate, cellGate, outputGate) = (forget, cell, last)
        projection = try reader.optional(16, [outputs, cells])
        projectionBias = try reader.optional(17, [outputs])
        guard projection != nil || cells == outputs else {
            throw node.fail("\(cells) cells and \(outputs) outputs need a projection")
        }
        outputState = try reader.state(18, [sequence.batches, outputs])
        cellState = try reader.state(19, [sequence.batches, cells])
    }

    /// Reads tensors and checks their shapes.
    private struct Reader {
        let node: Preparation
        let cells: Int
        let inputs: Int
        let outputs: Int

        func gate(_ index: Int) throws(ModelError) -> Gate? {
            guard let input = try optional(1 + index, [cells, inputs]) else { return nil }
            guard let recurrent = try optional(5 + index, [cells, outputs]) else {
                throw node.fail("gate \(index) has no recurrent weights")
            }
            // The cell gate, number 2, sees no cell state.
            let peephole = index == 2 ? nil : try optional([9, 10, 0, 11][index], [cells])
            return Gate(
                input: input, recurrent: recurrent, peephole: peephole,
                bias: try optional(12 + index, [cells]),
                norm: node.inputCount == 24 ? try optional(20 + index, [cells]) : nil)
        }

        func optional(_ index: Int, _ extents: [Int]) throws(ModelError) -> TensorSpec? {
            guard let spec = try node.optionalInput(index) else { return nil }
            guard spec.shape.dimensions == extents else {
                throw node.fail("input \(index) is \(spec.shape), expected \(extents)")
            }
            return spec
        }

        func state(_ index: Int, _ extents: [Int]) throws(ModelError) -> TensorSpec {
            try node.recurrentState(index, count: extents.reduce(1, *))
        }
    }
}

extension Preparation {
    /// A tensor that keeps its value from run to run and that the node changes.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode`.
    func recurrentState(_ index: Int, count: Int) throws(ModelError) -> TensorSpec {
        let spec = try input(index)
        guard spec.isVariable, spec.constant == nil else {
            throw fail("input \(index) \"\(spec.name)\" is no variable")
        }
        guard spec.shape.elementCount == count else {
            throw fail("state \(spec.shape), expected \(count) elements")
        }
        return spec
    }
}
