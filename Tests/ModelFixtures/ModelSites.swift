/// The positions of the meaningful numbers of a model file, whose changes pass the reader.
///
/// A change of a random byte mostly breaks an offset, which the reader refuses; a change of an
/// extent or an operator's number reaches the operators.
///
/// An offset of a damaged file may lead outside of it; such positions are left out.
/// - Source: TensorFlow Lite schema, version 3.
package struct ModelSites {
    /// The meaning of a number.
    package enum Kind: CaseIterable, Sendable {
        case operatorCode, version, elementType, extent, index, option, scale, zeroPoint, data
        case count, slot
    }

    /// A number in the file.
    package struct Site: Sendable {
        package let offset: Int
        /// The size in bytes: 1, 2, 4 or 8.
        package let width: Int
        package let kind: Kind
    }

    /// The limits of sites for one file, and of words of one buffer.
    private static let limits = (sites: 1 << 13, words: 24, list: 256)

    private let bytes: [UInt8]
    /// All sites, in the order of the schema.
    package private(set) var sites: [Site] = []

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard let root = target(0) else { return }
        addSlots(root)
        for table in tables(root, 1) {
            addSlots(table)
            add(table, 0, 1, .operatorCode)
            add(table, 2, 4, .version)
            add(table, 3, 4, .operatorCode)
        }
        for graph in tables(root, 2) { addGraph(graph) }
        for buffer in tables(root, 4) {
            addSlots(buffer)
            addVector(buffer, 0, 4, .data, elementSize: 1)
        }
    }

    private mutating func addGraph(_ graph: Int) {
        addSlots(graph)
        addVector(graph, 1, 4, .index)
        addVector(graph, 2, 4, .index)
        for tensor in tables(graph, 0) {
            addSlots(tensor)
            addVector(tensor, 0, 4, .extent)
            add(tensor, 1, 1, .elementType)
            add(tensor, 2, 4, .index)
            add(tensor, 5, 1, .option)
            addVector(tensor, 7, 4, .extent)
            guard let quantization = table(tensor, 4) else { continue }
            addSlots(quantization)
            addVector(quantization, 2, 4, .scale)
            addVector(quantization, 3, 8, .zeroPoint)
            add(quantization, 6, 4, .option)
        }
        for node in tables(graph, 3) {
            addSlots(node)
            add(node, 0, 4, .index)
            addVector(node, 1, 4, .index)
            addVector(node, 2, 4, .index)
            addVector(node, 5, 4, .data, elementSize: 1)
            for options in [table(node, 4), table(node, 12)].compactMap(\.self) {
                addSlots(options)
                for field in 0..<16 { addOption(options, field) }
            }
        }
    }

    // MARK: Sites

    private mutating func add(_ table: Int, _ field: Int, _ width: Int, _ kind: Kind) {
        guard let offset = position(table, field) else { return }
        append(offset, width, kind)
    }

    private mutating func append(_ offset: Int, _ width: Int, _ kind: Kind) {
        guard sites.count < Self.limits.sites, offset >= 0, offset + width <= bytes.count else {
            return
        }
        sites.append(Site(offset: offset, width: width, kind: kind))
    }

    /// Adds a field of unknown size: a byte, a word if there is room, and the words of a vector
    /// that the field may refer to.
    private mutating func addOption(_ table: Int, _ field: Int) {
        guard let offset = position(table, field) else { return }
        append(offset, 1, .option)
        guard offset % 4 == 0 else { return }
        append(offset, 4, .option)
        addVector(table, field, 4, .option)
    }

    private mutating func addVector(
        _ table: Int, _ field: Int, _ width: Int, _ kind: Kind, elementSize: Int? = nil
    ) {
        guard let (start, count) = vector(table, field) else { return }
        append(start - 4, 4, .count)
        let size = elementSize ?? width
        for index in 0..<min(count * size / width, Self.limits.words) {
            append(start + index * width, width, kind)
        }
    }

    /// Adds the entries of a table's vtable.
    private mutating func addSlots(_ table: Int) {
        guard let back = word(table), let size = half(table - back) else { return }
        for slot in stride(from: 4, to: min(size, 40), by: 2) {
            append(table - back + slot, 2, .slot)
        }
    }

    // MARK: Reading

    private func half(_ offset: Int) -> Int? {
        guard offset >= 0, offset + 2 <= bytes.count else { return nil }
        return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    }

    private func word(_ offset: Int) -> Int? {
        guard let low = half(offset), let high = half(offset + 2) else { return nil }
        return Int(Int32(truncatingIfNeeded: low | high << 16))
    }

    private func target(_ offset: Int) -> Int? {
        word(offset).flatMap { $0 > 0 ? offset + $0 : nil }
    }

    private func position(_ table: Int, _ field: Int) -> Int? {
        guard let back = word(table), let size = half(table - back), 4 + 2 * field < size,
            let offset = half(table - back + 4 + 2 * field), offset > 0
        else { return nil }
        return table + offset
    }

    private func table(_ table: Int, _ field: Int) -> Int? {
        position(table, field).flatMap(target)
    }

    private func vector(_ table: Int, _ field: Int) -> (start: Int, count: Int)? {
        guard let position = self.table(table, field), let count = word(position), count >= 0,
            count <= bytes.count - position
        else { return nil }
        return (position + 4, count)
    }

    private func tables(_ table: Int, _ field: Int) -> [Int] {
        guard let (start, count) = vector(table, field) else { return [] }
        return (0..<min(count, Self.limits.list)).compactMap { target(start + 4 * $0) }
    }
}
