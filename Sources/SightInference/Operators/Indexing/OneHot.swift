import SightModelFile
import SightTensor

/// ONE_HOT: rows of an "off" value with one "on" value at the index, or none if it is outside.
///
/// Indices of int32 or int64; values of any element type of 1, 4 or 8 bytes.
/// - Source: TensorFlow Lite `one_hot`.
enum OneHot: Operator {
    static let code = OperatorCode.builtin(.oneHot)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 4...4)
        let (indices, on, off) = (try node.input(0), try node.input(2), try node.input(3))
        try node.expectSameType(on, off, node.output(0))
        let depth = try node.integer(1)
        guard depth >= 0, on.shape.elementCount == 1, off.shape.elementCount == 1 else {
            throw node.fail("depth \(depth), values \(on.shape) and \(off.shape)")
        }
        let option = try OneHotOptions(options).axis
        let rank = indices.shape.rank
        let axis = try option == -1 ? rank : node.axis(option, rank: rank + 1)
        var extents = indices.shape.dimensions
        extents.insert(depth, at: axis)
        let output = try node.setOutput(0, shape: node.shape(extents))
        let rows = Rows(
            indices: indices, on: on, off: off, output: output, depth: depth,
            inner: extents[(axis + 1)...].reduce(1, *))
        guard indices.elementType == .int32 || indices.elementType == .int64 else {
            throw node.unsupported(indices)
        }
        switch try node.elementSize(on) {
        case 1: return PreparedLoop { rows.run($1, UInt8.self) }
        case 4: return PreparedLoop { rows.run($1, UInt32.self) }
        case 8: return PreparedLoop { rows.run($1, UInt64.self) }
        default: throw node.unsupported(on)
        }
    }

    private struct Rows: Sendable {
        let indices: TensorSpec
        let on: TensorSpec
        let off: TensorSpec
        let output: TensorSpec
        let depth: Int
        let inner: Int

        @inline(__always)
        func run<Element: BitwiseCopyable>(_ memory: borrowing TensorMemory, _: Element.Type) {
            let target = memory.elements(output.slot, as: Element.self)
            let value = memory.elements(on.slot, as: Element.self).pointee
            target.update(
                repeating: memory.elements(off.slot, as: Element.self).pointee,
                count: output.shape.elementCount)
            let isWide = indices.elementType == .int64
            for position in 0..<indices.shape.elementCount {
                let index =
                    isWide
                    ? Int(
                        truncatingIfNeeded: memory.elements(indices.slot, as: Int64.self)[position])
                    : Int(memory.elements(indices.slot, as: Int32.self)[position])
                guard (0..<depth).contains(index) else { continue }
                let (outer, i) = position.quotientAndRemainder(dividingBy: inner)
                target[(outer * depth + index) * inner + i] = value
            }
        }
    }
}
