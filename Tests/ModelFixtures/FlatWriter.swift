/// Writes a FlatBuffer from front to back, with each table before the values that it refers to.
///
/// The writer is simple and for tests only: it shares neither vtables nor strings.
package struct FlatWriter {
    private var bytes: [UInt8] = []

    /// Writes a FlatBuffer with a root table and a file identifier of four letters.
    package static func write(root: FlatValue, identifier: String) -> [UInt8] {
        var writer = FlatWriter()
        writer.bytes = [0, 0, 0, 0] + Array(identifier.utf8)
        writer.patch(0, to: writer.append(root))
        return writer.bytes
    }

    /// Appends a value and returns the target position for offsets to it.
    private mutating func append(_ value: FlatValue) -> Int {
        switch value {
        case .scalar(let scalar):
            let position = align(scalar.count)
            bytes += scalar
            return position
        case .string(let text):
            let position = appendVector(Array(text.utf8), count: text.utf8.count, alignment: 4)
            bytes.append(0)
            return position
        case .vector(let elements, let size, let alignment):
            return appendVector(elements, count: elements.count / size, alignment: alignment)
        case .list(let values):
            let zeros = [UInt8](repeating: 0, count: 4 * values.count)
            let position = appendVector(zeros, count: values.count, alignment: 4)
            for (index, value) in values.enumerated() {
                patch(position + 4 + 4 * index, to: append(value))
            }
            return position
        case .table(let fields):
            return appendTable(fields)
        }
    }

    private mutating func appendVector(_ elements: [UInt8], count: Int, alignment: Int) -> Int {
        while (bytes.count + 4) % max(4, alignment) != 0 { bytes.append(0) }
        let position = bytes.count
        bytes += UInt32(count).littleEndianBytes + elements
        return position
    }

    private mutating func appendTable(_ fields: [Int: FlatValue]) -> Int {
        let slots = (fields.keys.max() ?? -1) + 1
        let vtableSize = 4 + 2 * slots
        while (bytes.count + vtableSize) % 8 != 0 { bytes.append(0) }
        let vtable = bytes.count
        bytes += [UInt8](repeating: 0, count: vtableSize)
        let table = bytes.count
        bytes += Int32(table - vtable).littleEndianBytes
        var children: [(position: Int, value: FlatValue)] = []
        for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
            let position: Int
            if case .scalar = value {
                position = append(value)
            } else {
                position = append(.scalar([0, 0, 0, 0]))
                children.append((position, value))
            }
            store(UInt16(position - table).littleEndianBytes, at: vtable + 4 + 2 * field)
        }
        store(UInt16(vtableSize).littleEndianBytes, at: vtable)
        store(UInt16(bytes.count - table).littleEndianBytes, at: vtable + 2)
        for child in children {
            patch(child.position, to: append(child.value))
        }
        return table
    }

    private mutating func align(_ alignment: Int) -> Int {
        while bytes.count % alignment != 0 { bytes.append(0) }
        return bytes.count
    }

    /// Stores the forward offset from a position to a target.
    private mutating func patch(_ position: Int, to target: Int) {
        store(UInt32(target - position).littleEndianBytes, at: position)
    }

    private mutating func store(_ value: [UInt8], at position: Int) {
        bytes.replaceSubrange(position..<(position + value.count), with: value)
    }
}
