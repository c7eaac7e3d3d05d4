import SightModelFile
import SightTensor

/// STABLEHLO_SCATTER: combines windows of a tensor with updates, with a nested graph.
///
/// The indices, int32 or int64, say where each window begins. Elements of a window outside of the
/// tensor are left out. Windows may overlap; they are combined in the order of the updates.
///
/// A graph that returns the update works for any element type of whole bytes. A sum, a product, a
/// maximum or a minimum works for float32 and for integers without quantization, and all but a sum
/// for bool.
/// - Source: StableHLO specification, `scatter`.
enum StablehloScatter: Operator {
    static let code = OperatorCode.builtin(.stablehloScatter)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 3...3)
        let options = try StablehloScatterOptions(options)
        let tensors = try ScatterTensors(options, node)
        switch try NestedCombination(options.graph, of: tensors.operand, node) {
        case .replace: return try replace(tensors, node)
        case .add: return try combine(tensors, StablehloAdd.self, node)
        case .multiply: return try combine(tensors, StablehloMultiply.self, node)
        case .maximum: return try combine(tensors, StablehloMaximum.self, node)
        case .minimum: return try combine(tensors, StablehloMinimum.self, node)
        }
    }

    /// Prepares updates that replace elements, whose bytes are copied.
    private static func replace(_ tensors: ScatterTensors, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        switch try node.elementSize(tensors.operand) {
        case 1: return tensors.loop(UInt8.self, Replacement.self)
        case 2: return tensors.loop(UInt16.self, Replacement.self)
        case 4: return tensors.loop(UInt32.self, Replacement.self)
        case 8: return tensors.loop(UInt64.self, Replacement.self)
        default: throw node.unsupported(tensors.operand)
        }
    }

    private static func combine<Function: Combination>(
        _ tensors: ScatterTensors, _: Function.Type, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        try node.prepareWithTruthValues(
            ScatterLoop<Function>(tensors: tensors), for: tensors.operand)
    }
}

private struct ScatterLoop<Function: Combination>: NumberLoop {
    let tensors: ScatterTensors

    func prepare<Number: StablehloNumber>(_ number: Number.Type, _ node: Preparation)
        throws(ModelError) -> any PreparedOperator
    {
        tensors.loop(number, Function.self)
    }
}

/// The tensors of STABLEHLO_SCATTER and the windows that the updates are.
private struct ScatterTensors: Sendable {
    let operand: TensorSpec
    private let updates: TensorSpec
    private let output: TensorSpec
    private let windows: IndexedWindows

    /// Checks the options and the shapes.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode`.
    init(_ options: StablehloScatterOptions, _ node: Preparation) throws(ModelError) {
        operand = try node.input(0)
        updates = try node.input(2)
        try node.expectSameType(operand, updates, node.output(0))
        windows = try IndexedWindows(
            of: operand.shape, at: Indices(node.input(1), node), list: updates.shape, options.axes,
            node)
        output = try node.setOutput(0, shape: operand.shape)
    }

    /// Prepares the copy of the tensor and the combination with the updates.
    func loop<Number: StablehloNumber, Function: Combination>(_: Number.Type, _: Function.Type)
        -> any PreparedOperator
    {
        PreparedLoop { _, memory in
            let source = memory.elements(updates.slot, as: Number.self)
            let target = memory.elements(output.slot, as: Number.self)
            if output.byteCount > 0 {
                memory[output.slot].copyMemory(
                    from: memory[operand.slot], byteCount: output.byteCount)
            }
            windows.forEachRow(moving: false, memory) { row in
                for i in 0..<row.count {
                    let element = target + row.position + i * row.steps.y
                    element.pointee = Function.apply(
                        element.pointee, source[row.listed + i * row.steps.x])
                }
            }
        }
    }
}
