import SightModelFile
import SightTensor

/// Picks between two tensors by a third of Booleans; what SELECT and SELECT_V2 share.
enum Selection {
    /// Loops over a condition and two values; lanes are condition, true, false, output.
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
                for i in 0..<count {
                    output[offset.w &+ i &* steps.w] =
                        condition[offset.x &+ i &* steps.x] != 0
                        ? whenTrue[offset.y &+ i &* steps.y]
                        : whenFalse[offset.z &+ i &* steps.z]
                }
            }
        }
    }
}
