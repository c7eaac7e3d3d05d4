import SightModelFile
import SightTensor

/// UNIQUE: the distinct elements of a list in order, and the position of each element among them.
///
/// float32, int8, uint8, int16, int32, int64. Only a run determines their number.
/// - Source: TensorFlow Lite `unique`.
enum Unique: Operator {
    static let code = OperatorCode.builtin(.unique)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1, outputs: 2)
        let input = try node.input(0)
        try node.expectRank(input, 1...1)
        try node.expectSameType(input, node.output(0))
        switch input.elementType {
        case .float32: return try prepare(input, node, Float.self)
        case .int8: return try prepare(input, node, Int8.self)
        case .uint8: return try prepare(input, node, UInt8.self)
        case .int16: return try prepare(input, node, Int16.self)
        case .int32: return try prepare(input, node, Int32.self)
        case .int64: return try prepare(input, node, Int64.self)
        default: throw node.unsupported(input)
        }
    }

    private static func prepare<Element: Hashable & BitwiseCopyable & Sendable>(
        _ input: TensorSpec, _ node: Preparation, _: Element.Type
    ) throws(ModelError) -> any PreparedOperator {
        let size = MemoryLayout<Element>.size
        let length = input.shape.elementCount
        let largest = size == 1 ? 256 : size == 2 ? 65536 : Int.max
        let table = try DistinctTable(count: min(length, largest), node)
        let count = try node.number(in: 0) { bytes in
            let elements = bytes.bindMemory(to: Element.self)
            return table.count(in: UnsafeBufferPointer(rebasing: elements.prefix(length)))
        }
        let values = try node.setOutput(0, shape: node.shape([count]))
        let places = try node.setOutput(1, shape: input.shape)
        switch places.elementType {
        case .int32: return loop(input, values, places, table, Element.self, Int32.self)
        case .int64: return loop(input, values, places, table, Element.self, Int64.self)
        default: throw node.unsupported(places)
        }
    }

    private static func loop<
        Element: Hashable & BitwiseCopyable & Sendable,
        Place: FixedWidthInteger & BitwiseCopyable & Sendable
    >(
        _ input: TensorSpec, _ values: TensorSpec, _ places: TensorSpec, _ table: DistinctTable,
        _: Element.Type, _: Place.Type
    ) -> any PreparedOperator {
        PreparedLoop { _, memory in
            let source = memory.elements(input.slot, as: Element.self)
            let target = memory.elements(values.slot, as: Element.self)
            let indices = memory.elements(places.slot, as: Place.self)
            table.clear()
            var next = 0
            for i in 0..<input.shape.elementCount {
                let element = source[i]
                let place =
                    element == element
                    ? table.position(of: element, among: target, orAdd: next) : next
                if place == next {
                    target[next] = element
                    next += 1
                }
                indices[i] = Place(truncatingIfNeeded: place)
            }
        }
    }
}
