import SightModelFile
import SightTensor

/// L2_POOL_2D: the root of the mean square of each window; elements outside the image do not count.
///
/// float32.
/// - Source: TensorFlow Lite `pooling`.
enum L2Pool2D: Operator {
    static let code = OperatorCode.builtin(.l2Pool2D)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let pooling = try Pooling(options, node)
        guard pooling.input.elementType == .float32 else { throw node.unsupported(pooling.input) }
        let (channels, range) = (pooling.channels, pooling.activation.range)
        return PreparedLoop(tasks: pooling.split.taskCount) { task, memory in
            let input = memory.elements(pooling.input.slot, as: Float.self)
            let output = memory.elements(pooling.output.slot, as: Float.self)
            pooling.forEachPixel(task) { image, pixel, rows, columns in
                let target = output + pixel * channels
                for c in 0..<channels { target[c] = 0 }
                for y in rows {
                    for x in columns {
                        let source = input + pooling.offset(image, y, x)
                        for c in 0..<channels { target[c] += source[c] * source[c] }
                    }
                }
                let count = Float(rows.count * columns.count)
                for c in 0..<channels {
                    let root = (target[c] / count).squareRoot()
                    target[c] = clamp(root, range.lowerBound, range.upperBound)
                }
            }
        }
    }
}
