import SightModelFile
import SightTensor

/// The checked tensors of a long short-term memory: gates, states, projection, and the sequence.
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
        /// `[cells, inputs]` for a second input.
        let second: TensorSpec?
    }

    /// The positions of a cell's tensors among the inputs of a node; gates follow each other.
    struct Places {
        let input: Int
        let recurrent: Int
        /// The position of the peepholes of the input, forget and output gates.
        let peephole: Int
        let bias: Int
        let projection: Int
        let outputState: Int
        let cellState: Int
        /// The position of the normalization; `nil` if the operator has none.
        let norm: Int?
        let second: Int?

        /// Returns the positions for an operator with one cell.
        static func alone(hasNorm: Bool) -> Places {
            Places(
                input: 1, recurrent: 5, peephole: 9, bias: 12, projection: 16, outputState: 18,
                cellState: 19, norm: hasNorm ? 20 : nil, second: nil)
        }
    }

    /// The input gate; `nil` if it is 1 minus the forget gate.
    let inputGate: Gate?
    let forgetGate: Gate
    let cellGate: Gate
    let outputGate: Gate
    /// `[outputs, cells]`.
    let projection: TensorSpec?
    let projectionBias: TensorSpec?
    /// The second input, which the gates' second weights are multiplied by.
    let second: TensorSpec?
    /// `[batches, outputs]`, kept from run to run.
    let outputState: TensorSpec
    /// `[batches, cells]`, kept from run to run.
    let cellState: TensorSpec
    let sequence: RecurrentSequence
    let cellClip: Float
    let projectionClip: Float
    let cells: Int
    let outputs: Int

    /// Reads the 20 or 24 inputs of a node and sets its output.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    init(_ options: LSTMCellOptions, _ node: Preparation, isTimeMajor: Bool) throws(ModelError) {
        guard node.inputCount == 20 || node.inputCount == 24, node.outputCount == 1 else {
            throw node.fail("has \(node.inputCount) inputs, expected 20 or 24")
        }
        let places = Places.alone(hasNorm: node.inputCount == 24)
        try self.init(
            options, node, places,
            over: RecurrentSequence(
                node, outputs: Self.outputs(node, places), isTimeMajor: isTimeMajor),
            second: nil)
    }

    /// Returns the number of outputs of a cell for one row.
    static func outputs(_ node: Preparation, _ places: Places) throws(ModelError) -> Int {
        let weights = try node.input(places.recurrent + 3)
        try node.expectRank(weights, 2...2)
        return weights.shape[1]
    }

    /// Reads the inputs of one cell of a node.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    init(
        _ options: LSTMCellOptions, _ node: Preparation, _ places: Places,
        over sequence: RecurrentSequence, second: TensorSpec?
    ) throws(ModelError) {
        guard options.activation == .tanh else {
            throw node.fail(
                .unsupported, "activation \(options.activation.rawValue), expected 4 (tanh)")
        }
        (cellClip, projectionClip) = (options.cellClip, options.projectionClip)
        guard cellClip >= 0, projectionClip >= 0 else {
            throw node.fail("clips \(cellClip) and \(projectionClip) must not be below 0")
        }
        let output = try node.input(places.recurrent + 3).shape
        let input = try node.input(places.input + 3).shape
        guard output.rank == 2, input.rank == 2, input.elementCount > 0, output.elementCount > 0
        else { throw node.fail("weights \(input) and \(output) must be matrices") }
        (cells, outputs) = (output[0], output[1])
        (self.sequence, self.second) = (sequence, second)
        let reader = Reader(
            node: node, places: places, cells: cells, inputs: sequence.inputSize,
            outputs: outputs, secondInputs: second?.shape[-1])
        inputGate = try reader.gate(0)
        guard let forget = try reader.gate(1), let cell = try reader.gate(2),
            let last = try reader.gate(3)
        else { throw node.fail("only the input gate may be absent") }
        (forgetGate, cellGate, outputGate) = (forget, cell, last)
        projection = try reader.optional(places.projection, [outputs, cells])
        projectionBias = try reader.optional(places.projection + 1, [outputs])
        guard projection != nil || cells == outputs else {
            throw node.fail("\(cells) cells and \(outputs) outputs need a projection")
        }
        outputState = try node.recurrentState(
            places.outputState, count: sequence.batches * outputs)
        cellState = try node.recurrentState(places.cellState, count: sequence.batches * cells)
    }

    /// Reads tensors and checks their shapes.
    private struct Reader {
        let node: Preparation
        let places: Places
        let cells: Int
        let inputs: Int
        let outputs: Int
        /// The size of the second input; `nil` if there is none.
        let secondInputs: Int?

        func gate(_ index: Int) throws(ModelError) -> Gate? {
            guard let input = try optional(places.input + index, [cells, inputs]) else {
                return nil
            }
            let place = places.recurrent + index
            guard let recurrent = try optional(place, [cells, outputs]) else {
                throw node.fail("gate \(index) has no recurrent weights")
            }
            // The cell gate, number 2, has no peephole.
            let peephole =
                index == 2 ? nil : try optional(places.peephole + min(index, 2), [cells])
            return Gate(
                input: input, recurrent: recurrent, peephole: peephole,
                bias: try optional(places.bias + index, [cells]),
                norm: try norm(index),
                second: try second(index))
        }

        private func norm(_ index: Int) throws(ModelError) -> TensorSpec? {
            guard let place = places.norm else { return nil }
            return try optional(place + index, [cells])
        }

        private func second(_ index: Int) throws(ModelError) -> TensorSpec? {
            guard let secondInputs, let place = places.second else { return nil }
            guard let weights = try optional(place + index, [cells, secondInputs]) else {
                throw node.fail("gate \(index) has no weights for the second input")
            }
            return weights
        }

        func optional(_ index: Int, _ extents: [Int]) throws(ModelError) -> TensorSpec? {
            guard let spec = try node.optionalInput(index) else { return nil }
            guard spec.shape.dimensions == extents else {
                throw node.fail("input \(index) is \(spec.shape), expected \(extents)")
            }
            return spec
        }
    }
}

extension Preparation {
    /// Returns a tensor that keeps its value from run to run and that the node changes.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode`.
    func recurrentState(_ index: Int, count: Int) throws(ModelError) -> TensorSpec {
        let spec = try input(index)
        guard spec.isVariable, spec.constant == nil else {
            throw fail("input \(index) \"\(spec.name)\" is not a variable")
        }
        guard spec.shape.elementCount == count else {
            throw fail("state \(spec.shape), expected \(count) elements")
        }
        return spec
    }
}
