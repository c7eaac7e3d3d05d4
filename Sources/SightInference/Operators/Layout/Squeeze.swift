import SightModelFile
import SightTensor

/// SQUEEZE: removes axes of extent 1; nothing is copied.
///
/// - Source: TensorFlow Lite `squeeze`.
enum Squeeze: Operator {
    static let code = OperatorCode.builtin(.squeeze)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let shape = try node.input(0).shape
        var isDropped = [Bool](repeating: false, count: shape.rank)
        for axis in try SqueezeOptions(options).axes {
            let positive = axis < 0 ? axis + shape.rank : axis
            guard (0..<shape.rank).contains(positive), shape[positive] == 1 else {
                throw node.fail("axis \(axis) of \(shape) cannot be dropped")
            }
            isDropped[positive] = true
        }
        let dropsAll = !isDropped.contains(true)
        let kept = shape.dimensions.indices.filter { dropsAll ? shape[$0] != 1 : !isDropped[$0] }
        guard let result = Shape(kept.map { shape[$0] }) else {
            throw node.fail("\(shape) overflows")
        }
        try node.alias(output: 0, input: 0, shape: result)
        return NoOperation()
    }
}
