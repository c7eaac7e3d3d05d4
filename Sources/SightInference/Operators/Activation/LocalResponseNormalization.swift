import CSightKernels
import Foundation
import SightModelFile
import SightTensor

/// LOCAL_RESPONSE_NORMALIZATION: divides by a power of the sum of squares of neighboring channels.
///
/// float32; `x / (bias + alpha × Σ x²)^beta`. The sum covers `radius` channels before the channel,
/// the channel itself, and `radius − 1` channels after it.
/// - Source: Krizhevsky et al., 2012; TensorFlow Lite `local_response_norm`.
enum LocalResponseNormalization: Operator {
    static let code = OperatorCode.builtin(.localResponseNormalization)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try LocalResponseNormalizationOptions(options)
        try node.expect(inputs: 1...1)
        let input = try node.input(0)
        try node.expectRank(input, 4...4)
        try node.expectSameType(input, node.output(0))
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        let (bias, alpha) = (options.bias, options.alpha)
        let beta = options.beta
        let depth = input.shape[3]
        let radius = min(max(options.radius, 0), depth)
        let output = try node.setOutput(0, shape: input.shape)
        let split = node.split(input.shape.elementCount / max(1, depth), cost: depth * radius)
        let kernels = sight_row_kernels_best(sight_current_tier()).pointee
        let (logarithms, exponentials) = (kernels.logarithms, kernels.exponentials)
        // A positive base x has a logarithm, and its power is e^(-beta ln x).
        let isPositive = bias > 0 && alpha >= 0 && beta != 0
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            for row in split.range(task) {
                let source = memory.elements(input.slot, as: Float.self) + row * depth
                let target = memory.elements(output.slot, as: Float.self) + row * depth
                for c in 0..<depth { target[c] = 0 }
                for distance in -radius..<radius {
                    for c in max(0, -distance)..<max(0, -distance, min(depth, depth - distance)) {
                        target[c] += source[c + distance] * source[c + distance]
                    }
                }
                for c in 0..<depth { target[c] = bias + alpha * target[c] }
                if isPositive {
                    logarithms?(target, depth, target)
                    for c in 0..<depth { target[c] *= -beta }
                    exponentials?(target, depth, target)
                } else {
                    for c in 0..<depth { target[c] = powf(target[c], -beta) }
                }
                for c in 0..<depth { target[c] *= source[c] }
            }
        }
    }
}
