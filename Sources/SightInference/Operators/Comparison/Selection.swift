import SightModelFile
import SightTensor

/// SELECT: selects elements by a condition of the same shape, or slices by one Boolean for each
/// outermost index.
///
/// - Source: TensorFlow Lite `select`, version 1.
enum Select: Operator {
    static let code = OperatorCode.builtin(.select)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let (condition, a, b) = (try node.input(0), try node.input(1), try node.input(2))
        guard condition.elementType == .bool else { throw node.unsupported(condition) }
        try node.expectSameType(a, b, node.output(0))
        guard a.shape == b.shape else { throw node.fail("\(a.shape) and \(b.shape) differ") }
        let steps: [Int]
        if condition.shape == a.shape {
            steps = a.shape.strides
        } else if condition.shape.elementCount == 1, condition.shape.rank <= 1 {
            steps = a.shape.dimensions.map { _ in 0 }
        } else if condition.shape.rank == 1, a.shape.rank > 0, condition.shape[0] == a.shape[0] {
            steps = [1] + a.shape.dimensions.dropFirst().map { _ in 0 }
        } else {
            throw node.fail("the condition \(condition.shape) does not fit \(a.shape)")
        }
        let output = try node.setOutput(0, shape: a.shape)
        let dense = a.shape.strides
        let loop = NestedLoop(
            a.shape.dimensions.indices.map { axis in
                NestedLoop.Axis(
                    a.shape[axis], SIMD4(steps[axis], dense[axis], dense[axis], dense[axis]))
            })
        return try Selection.prepare(
            loop, condition: condition, whenTrue: a, whenFalse: b, output: output, node)
    }
}

/// SELECT_V2: selects elements of two tensors by a condition; all three are broadcast.
///
/// - Source: TensorFlow Lite `select`, version 2.
enum SelectV2: Operator {
    static let code = OperatorCode.builtin(.selectV2)
    static let versions = 1...2

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let (condition, a, b) = (try node.input(0), try node.input(1), try node.input(2))
        guard condition.elementType == .bool else { throw node.unsupported(condition) }
        try node.expectSameType(a, b, node.output(0))
        let (loop, shape) = try node.broadcast(condition, a, b)
        return try Selection.prepare(
            loop, condition: condition, whenTrue: a, whenFalse: b,
            output: node.setOutput(0, shape: shape), node)
    }
}

/// The loop that SELECT and SELECT_V2 share.
enum Selection {
    /// Prepares a loop whose lanes are the condition, the two values, and the output.
    static func prepare(
        _ loop: NestedLoop, condition: TensorSpec, whenTrue: TensorSpec, whenFalse: TensorSpec,
        output: TensorSpec, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let slots = (condition.slot, whenTrue.slot, whenFalse.slot, output.slot)
        switch try node.elementSize(whenTrue) {
        case 1: return run(loop, slots, node, UInt8.self)
        case 2: return run(loop, slots, node, UInt16.self)
        case 4: return run(loop, slots, node, UInt32.self)
        case 8: return run(loop, slots, node, UInt64.self)
        default: throw node.unsupported(whenTrue)
        }
    }

    private static func run<Element: BitwiseCopyable>(
        _ loop: NestedLoop, _ slots: (TensorSlot, TensorSlot, TensorSlot, TensorSlot),
        _ node: Preparation, _: Element.Type
    ) -> any PreparedOperator {
        let split = node.split(loop.rowCount, cost: loop.inner)
        let (count, steps) = (loop.inner, loop.innerStrides)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let condition = memory.elements(slots.0, as: UInt8.self)
            let whenTrue = memory.elements(slots.1, as: Element.self)
            let whenFalse = memory.elements(slots.2, as: Element.self)
            let output = memory.elements(slots.3, as: Element.self)
            loop.forEachRow(split.range(task)) { offset in
                select(
                    condition + offset.x, whenTrue + offset.y, whenFalse + offset.z,
                    output + offset.w, count, steps)
            }
        }
    }

    /// Selects the elements of a row, with one loop for each way to broadcast; those with a
    /// condition for each element vectorize.
    @inline(__always)
    private static func select<Element: BitwiseCopyable>(
        _ condition: UnsafeMutablePointer<UInt8>, _ a: UnsafeMutablePointer<Element>,
        _ b: UnsafeMutablePointer<Element>, _ output: UnsafeMutablePointer<Element>, _ count: Int,
        _ steps: SIMD4<Int>
    ) {
        if steps == .one {
            for i in 0..<count { output[i] = condition[i] != 0 ? a[i] : b[i] }
        } else if steps == SIMD4(1, 1, 0, 1) {
            let b = b.pointee
            for i in 0..<count { output[i] = condition[i] != 0 ? a[i] : b }
        } else if steps == SIMD4(1, 0, 1, 1) {
            let a = a.pointee
            for i in 0..<count { output[i] = condition[i] != 0 ? a : b[i] }
        } else {
            for i in 0..<count {
                output[i &* steps.w] =
                    condition[i &* steps.x] != 0 ? a[i &* steps.y] : b[i &* steps.z]
            }
        }
    }
}
