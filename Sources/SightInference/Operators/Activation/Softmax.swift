import CSightKernels
import SightModelFile
import SightTensor

/// SOFTMAX: exponentials along the last axis, scaled to a sum of 1.
///
/// float32; uint8, int8 to the same or int16, through a table of 256 exponentials; int16.
/// - Source: TensorFlow Lite `softmax`, in the table form that the reference resolver also runs.
enum Softmax: Operator {
    static let code = OperatorCode.builtin(.softmax)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try SoftmaxOptions(options)
        try node.expect(inputs: 1...1)
        let (input, output) = (try node.input(0), try node.output(0))
        try node.expectRank(input, 1...8)
        let beta = options.beta
        guard beta.isFinite else { throw node.fail("beta is \(beta)") }
        try node.setOutput(0, shape: input.shape)
        let depth = max(1, input.shape[-1])
        let rows = node.split(input.shape.elementCount / depth, cost: depth)
        switch (input.elementType, output.elementType) {
        case (.float32, .float32):
            let kernel = sight_row_kernels_best(sight_current_tier()).pointee.softmax
            return PreparedLoop(tasks: rows.taskCount) { task, memory in
                let range = rows.range(task)
                let start = range.lowerBound * depth
                kernel?(
                    memory.elements(input.slot, as: Float.self) + start, range.count, depth, beta,
                    memory.elements(output.slot, as: Float.self) + start)
            }
        case (.uint8, .uint8), (.int8, .int8), (.int8, .int16), (.uint8, .int16):
            let softmax = try SoftmaxTable(node.affine(input), node.affine(output), beta: beta)
            let isSigned = input.elementType == .int8
            let body: @Sendable (UnsafePointer<UInt8>, UnsafeMutableRawPointer, Int) -> Void =
                switch output.elementType {
                case .uint8: { softmax.run($0, $1, $2, depth, isSigned, UInt8.self) }
                case .int8: { softmax.run($0, $1, $2, depth, isSigned, Int8.self) }
                default: { softmax.run($0, $1, $2, depth, isSigned, Int16.self) }
                }
            return PreparedLoop(tasks: rows.taskCount) { task, memory in
                let source = memory.elements(input.slot, as: UInt8.self)
                for row in rows.range(task) {
                    body(source + row * depth, memory[output.slot], row * depth)
                }
            }
        case (.int16, .int16):
            let scale = try node.affine(input).scale
            guard try node.affine(output) == Affine(scale: 1 / 32768, zeroPoint: 0) else {
                throw node.fail("int16 needs an output scale of 1/32768 and a zero point of 0")
            }
            let softmax = WideSoftmax(inputScale: scale, beta: beta)
            return PreparedLoop(tasks: rows.taskCount) { task, memory in
                for row in rows.range(task) {
                    softmax.run(
                        memory.elements(input.slot) + row * depth,
                        memory.elements(output.slot) + row * depth, depth)
                }
            }
        default: throw node.unsupported(input)
        }
    }
}
