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
        let (depth, bias, alpha) = (input.shape[3], options.bias, options.alpha)
        let output = try node.setOutput(0, shape: input.shape)
        let radius = min(max(options.radius, 0), depth)
        let split = node.split(input.shape.elementCount / max(1, depth), cost: depth * (radius + 1))
        let window = try NeighborSquares(depth: depth, radius: radius, split: split, node)
        let power = Power(bias: bias, alpha: alpha, beta: options.beta)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let squares = window.squares(task, memory)
            let kernels: UnsafePointer<sight_row_kernels> = sight_row_kernels_best(
                sight_current_tier())
            for row in split.range(task) {
                let source = memory.elements(input.slot, as: Float.self) + row * depth
                let target = memory.elements(output.slot, as: Float.self) + row * depth
                window.add(source, squares: squares, to: target)
                for c in 0..<depth { target[c] = bias + alpha * target[c] }
                power.apply(kernels, target, count: depth)
                for c in 0..<depth { target[c] *= source[c] }
            }
        }
    }

    /// Computes the power `x^-beta` of bases `bias + alpha × Σ x²`.
    private struct Power: Sendable {
        private let beta: Float
        /// Whether bases have logarithms: the power is then `e^(-beta ln x)`.
        private let isPositive: Bool
        /// Whether the power is one over the square root.
        private let isInverseRoot: Bool

        init(bias: Float, alpha: Float, beta: Float) {
            self.beta = beta
            isPositive = bias > 0 && alpha >= 0 && beta != 0
            isInverseRoot = isPositive && beta == 0.5
        }

        /// Replaces each base by its power.
        func apply(
            _ kernels: UnsafePointer<sight_row_kernels>, _ bases: UnsafeMutablePointer<Float>,
            count: Int
        ) {
            if isInverseRoot {
                kernels.pointee.inverse_roots?(bases, count, bases)
            } else if isPositive {
                kernels.pointee.logarithms?(bases, count, bases)
                for c in 0..<count { bases[c] *= -beta }
                kernels.pointee.exponentials?(bases, count, bases)
            } else {
                for c in 0..<count { bases[c] = powf(bases[c], -beta) }
            }
        }
    }

    /// Computes the sum of the squares of its neighbors for each channel of a row.
    private struct NeighborSquares: Sendable {
        private typealias Lanes = SIMD8<Float>

        private let depth: Int
        private let radius: Int
        /// The floats of a task: a row of squares between zeros.
        private let length: Int
        private let scratch: TensorSlot

        init(depth: Int, radius: Int, split: TaskSplit, _ node: Preparation) throws(ModelError) {
            (self.depth, self.radius) = (depth, radius)
            length = depth + 2 * radius
            scratch = try node.scratch(
                byteCount: split.taskCount * length * MemoryLayout<Float>.stride)
        }

        /// Returns the memory for the squares of a task's rows, with zeros around them.
        func squares(_ task: Int, _ memory: borrowing TensorMemory) -> UnsafeMutablePointer<Float> {
            let squares = memory.elements(scratch, as: Float.self) + task * length
            squares.update(repeating: 0, count: length)
            return squares
        }

        /// Computes the sums of a row; each adds its squares in the order of channels.
        func add(
            _ source: UnsafeMutablePointer<Float>, squares: UnsafeMutablePointer<Float>,
            to target: UnsafeMutablePointer<Float>
        ) {
            for c in 0..<depth { squares[radius + c] = source[c] * source[c] }
            var c = 0
            while depth - c >= Lanes.scalarCount {
                var sums = Lanes.zero
                for i in 0..<2 * radius {
                    sums += UnsafeRawPointer(squares + c + i).loadUnaligned(as: Lanes.self)
                }
                UnsafeMutableRawPointer(target + c).storeBytes(of: sums, as: Lanes.self)
                c += Lanes.scalarCount
            }
            for c in c..<depth {
                var sum: Float = 0
                for i in 0..<2 * radius { sum += squares[c + i] }
                target[c] = sum
            }
        }
    }
}
