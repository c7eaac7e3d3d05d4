import SightModelFile
import SightTensor

/// The two sequences of a bidirectional layer, and what each sees besides.
///
/// A second input with weights goes to both; without, it is the input of the layer backwards.
struct BothDirections {
    let forward: RecurrentSequence
    let backward: RecurrentSequence
    /// The second input, when it has weights.
    let second: TensorSpec?

    /// `units` are the elements that the layers make of a row, `second` is the position of the second
    /// input; merged, one output has both results side by side.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode`.
    init(
        _ node: Preparation, units: (forward: Int, backward: Int), second: Int, hasWeights: Bool,
        isMerged: Bool, isTimeMajor: Bool
    ) throws(ModelError) {
        guard node.outputCount == (isMerged ? 1 : 2) else {
            throw node.fail("has \(node.outputCount) outputs, expected \(isMerged ? 1 : 2)")
        }
        let input = try node.input(0)
        try node.expectRank(input, 2...3)
        let other = try node.optionalInput(second)
        guard other != nil || !hasWeights else { throw node.fail("the second input is absent") }
        let reversed = hasWeights ? input : other ?? input
        let rows = Array(input.shape.dimensions.dropLast())
        guard reversed.shape.rank == input.shape.rank,
            Array(reversed.shape.dimensions.dropLast()) == rows
        else { throw node.fail("inputs \(input.shape) and \(reversed.shape) differ") }
        let widths = isMerged ? [units.forward + units.backward] : [units.forward, units.backward]
        var outputs: [TensorSpec] = []
        for (index, width) in widths.enumerated() {
            outputs.append(try node.setOutput(index, shape: node.shape(rows + [width])))
        }
        forward = RecurrentSequence(
            input, output: outputs[0], offset: 0, isTimeMajor: isTimeMajor, isReversed: false)
        backward = RecurrentSequence(
            reversed, output: outputs[outputs.count - 1], offset: isMerged ? units.forward : 0,
            isTimeMajor: isTimeMajor, isReversed: true)
        self.second = hasWeights ? other : nil
    }
}
