import SightModelFile
import SightTensor

/// What a node does of its neighbours' work, so that their tensors are not written and read again:
/// only where the numbers stay the same.
extension Preparation {
    // MARK: Padding, left to the layer after it

    /// Leaves the padding of output 0 to the convolution that alone reads it.
    ///
    /// - Returns: whether the output shows the input's bytes now.
    func leavePadding(_ padding: Padding, _ input: TensorSpec, _ output: TensorSpec)
        throws(ModelError) -> Bool
    {
        guard input.shape.rank == 4, input.constant == nil,
            input.quantization == output.quantization,
            [.float32, .uint8, .int8].contains(input.elementType),
            padding.before[0] + padding.after[0] + padding.before[3] + padding.after[3] == 0,
            try isReadByConvolution(padding, input), let source = node.inputs[0]
        else { return false }
        let left = LeftPadding(
            source: input.shape, top: padding.before[1], left: padding.before[2])
        graph.alias(node.outputs[0], to: source)
        graph.note(of: node.outputs[0]) { $0.leftPadding = left }
        return true
    }

    /// Whether only a convolution without padding of its own reads the output, each of whose
    /// windows lies over the image in part.
    private func isReadByConvolution(_ padding: Padding, _ input: TensorSpec) throws(ModelError)
        -> Bool
    {
        guard let index = graph.readers.onlyReader(of: node.outputs[0]) else { return false }
        let reader = graph.graph.nodes[index]
        guard reader.code == .builtin(.conv2D) || reader.code == .builtin(.depthwiseConv2D),
            reader.inputs.count > 1, reader.inputs[0] == node.outputs[0],
            let filter = reader.inputs[1].map({ graph.spec($0) }), filter.shape.rank == 4,
            filter.elementType == input.elementType,
            try Convolution2DOptions(reader.options).padding == .valid
        else { return false }
        return (1...2).allSatisfy {
            max(padding.before[$0], padding.after[$0]) < filter.shape[$0]
        }
    }

    /// The padding of an input that a PAD has left to this node.
    func leftPadding(_ index: Int) -> LeftPadding? {
        node.inputs[index].flatMap { graph.entries[$0].leftPadding }
    }

    // MARK: Rectifiers and sums, done by the layer before them

    /// What a node adds and how it clamps besides its own work.
    struct Finish {
        /// A tensor of the output's shape that is added before the clamp.
        var addend: TensorSpec?
        var range: ClosedRange<Float>
    }

    /// Does the work of the nodes after this one on its floats: an ADD of a tensor that is there
    /// already, if `adds`, then a rectifier.
    ///
    /// `activation`: the node's own; nothing is done after one.
    func takeOver(_ activation: FusedActivation, adds: Bool) throws(ModelError) -> Finish {
        var finish = Finish(addend: nil, range: activation.range)
        guard try output(0).elementType == .float32, finish.range == FusedActivation.none.range
        else { return finish }
        var last = node.outputs[0]
        if adds, try input(0).constant == nil, let sum = try followingSum() {
            finish = Finish(addend: sum.addend, range: sum.activation.range)
            graph.note(of: last) { $0.isFinished = true }
            last = sum.output
            guard finish.range == FusedActivation.none.range else { return finish }
        }
        if let index = graph.readers.onlyReader(of: last),
            let range = Self.rectifier(graph.graph.nodes[index].code)
        {
            graph.note(of: last) { $0.isFinished = true }
            finish.range = range
        }
        return finish
    }

    private static func rectifier(_ code: OperatorCode) -> ClosedRange<Float>? {
        switch code {
        case .builtin(.relu): ReLU.range
        case .builtin(.relu6): ReLU6.range
        case .builtin(.reluN1To1): ReLUN1To1.range
        default: nil
        }
    }

    /// The ADD that alone reads output 0, if it only waits for this node.
    private func followingSum() throws(ModelError) -> (
        addend: TensorSpec, activation: FusedActivation, output: Int
    )? {
        guard let index = graph.readers.onlyReader(of: node.outputs[0]) else { return nil }
        let reader = graph.graph.nodes[index]
        guard reader.code == .builtin(.add), reader.inputs.count == 2, reader.outputs.count == 1,
            let other = reader.inputs.first(where: { $0 != node.outputs[0] }) ?? nil,
            graph.readers.isWritten(other, before: node.index),
            graph.entries[other].leftPadding == nil
        else { return nil }
        let addend = graph.spec(other)
        guard addend.elementType == .float32, addend.shape == (try output(0)).shape,
            [.none, .relu, .reluN1To1, .relu6].contains(
                try ArithmeticOptions(reader.options).activation)
        else { return nil }
        graph.use(other)
        return (
            addend, try FusedActivation(ArithmeticOptions(reader.options).activation, self),
            reader.outputs[0]
        )
    }

    /// Whether the node before has done this node's work on one of its inputs.
    ///
    /// - Returns: that input.
    func finishedInput() -> Int? {
        node.inputs.firstIndex { $0.map { graph.entries[$0].isFinished } ?? false }
    }

    /// Makes output 0 show an input that needs no more work.
    func showFinished(_ index: Int) throws(ModelError) -> any PreparedOperator {
        try setType(0, input(index).elementType)
        try alias(output: 0, input: index, shape: input(index).shape)
        return NoOperation()
    }
}
