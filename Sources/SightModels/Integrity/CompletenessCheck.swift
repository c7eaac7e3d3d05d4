/// Checks that the parts of a model lie inside its file, so that the store installs no file that
/// was cut off.
///
/// The engine checks everything else when it loads the model. An archive with the files of the
/// metadata may follow the last part; this check only looks for the record at its end.
///
/// The reader of `SightModelFile` would check more, but this module does not depend on the engine's
/// modules.
///
/// - Source: FlatBuffers internals. The offset of a table or a vector is unsigned, and counts from
///   the place where the offset lies. A table starts with a signed offset back to its vtable. Byte
///   `4 + 2 × field` of the vtable holds the offset of the field in the table; it is 0 if the table
///   does not have the field. A vector starts with the number of its elements. PKWARE, "APPNOTE",
///   sections 4.3.7 and 4.3.16, for the archive.
package struct CompletenessCheck {
    private let id: ModelID
    private let file: OpenFile
    private let size: Int64
    /// The number of tables that may still be visited; tables of a hostile file may share others.
    private var budget = 1 << 18
    /// The end of the last part that was visited.
    private var end: Int64 = 0

    /// Opens a file that holds a model.
    package init(_ id: ModelID, path: String, size: Int) throws(ModelDeliveryError) {
        self.id = id
        self.size = Int64(size)
        file = try OpenFile(reading: path)
    }

    /// Runs the check.
    ///
    /// - Throws: ``ModelDeliveryError`` with code `notAModel`.
    package mutating func run() throws(ModelDeliveryError) {
        try visit(.model, at: try target(of: 0))
        try requireEndOfArchive()
    }

    /// Requires that an archive after the last part has the record that ends an archive.
    ///
    /// The archive may begin some bytes after the last part: the check does not visit all texts, and
    /// writers pad. The record states the length of a comment, which ends the file.
    private func requireEndOfArchive() throws(ModelDeliveryError) {
        let next = try file.read(at: Int(end), upTo: 4096)
        guard Self.place(of: [0x50, 0x4B, 3, 4], in: next[...]) != nil else { return }
        let recordSize = 22
        let start = max(Int(end), Int(size) - recordSize - Int(UInt16.max))
        var last = try file.read(at: start, upTo: Int(size) - start)[...]
        while let record = Self.place(of: [0x50, 0x4B, 5, 6], in: last) {
            last = last[record...]
            let comment = last.dropFirst(recordSize - 2).prefix(2)
            let length = comment.reversed().reduce(0) { $0 << 8 | Int($1) }
            if last.count == recordSize + length { return }
            last = last.dropFirst()
        }
        throw failure("the archive after it has no end")
    }

    /// The first place of a signature.
    private static func place(of signature: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.first { bytes[$0...].starts(with: signature) }
    }

    private mutating func visit(_ outline: TableOutline, at table: Int64)
        throws(ModelDeliveryError)
    {
        budget -= 1
        guard budget >= 0 else { throw failure("it has too many tables") }
        let vtable = table - Int64(try number(Int32.self, at: table))
        let slots = Int64(try number(UInt16.self, at: vtable))
        let length = Int64(try number(UInt16.self, at: vtable + 2))
        guard slots >= 4, length >= 4 else {
            throw failure("the table at byte \(table) is broken")
        }
        try require(slots, at: vtable)
        try require(length, at: table)

        func place(of field: Int) throws(ModelDeliveryError) -> Int64? {
            let slot = Int64(4 + 2 * field)
            guard slot + 2 <= slots else { return nil }
            let offset = Int64(try number(UInt16.self, at: vtable + slot))
            return offset == 0 ? nil : table + offset
        }
        for (field, part) in outline.parts {
            guard let place = try place(of: field) else { continue }
            try visit(part, at: try target(of: place))
        }
        if let field = outline.outside, let offset = try place(of: field),
            let count = try place(of: field + 1)
        {
            try requireOutside(
                try number(UInt64.self, at: count), at: try number(UInt64.self, at: offset))
        }
    }

    private mutating func visit(_ part: TableOutline.Part, at start: Int64)
        throws(ModelDeliveryError)
    {
        switch part {
        case .table(let outline):
            try visit(outline, at: start)
        case .vector(let stride):
            try require(4 + Int64(try number(UInt32.self, at: start)) * stride, at: start)
        case .tables(let outline):
            let count = Int64(try number(UInt32.self, at: start))
            try require(4 + count * 4, at: start)
            for index in 1..<(count + 1) {
                try visit(outline, at: try target(of: start + index * 4))
            }
        }
    }

    /// The position to which the unsigned offset at a position leads.
    private mutating func target(of position: Int64) throws(ModelDeliveryError) -> Int64 {
        position + Int64(try number(UInt32.self, at: position))
    }

    /// Reads a number in the order of little endian.
    ///
    /// Positions are sums of few 32-bit numbers and the size of the file, so that they do not
    /// overflow.
    private mutating func number<Value: FixedWidthInteger>(_ type: Value.Type, at position: Int64)
        throws(ModelDeliveryError) -> Value
    {
        let width = Value.bitWidth / 8
        try require(Int64(width), at: position)
        let bytes = try file.read(at: Int(position), upTo: width)
        guard bytes.count == width else { throw failure("it has become shorter") }
        return bytes.reversed().reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }

    private mutating func require(_ count: Int64, at position: Int64) throws(ModelDeliveryError) {
        guard position >= 0, count <= size - position else {
            throw failure("\(count) bytes at byte \(position) are missing")
        }
        end = max(end, position + count)
    }

    /// Checks bytes outside of the FlatBuffer; the offsets 0 and 1 say that there are none.
    private mutating func requireOutside(
        _ count: UInt64, at offset: UInt64
    ) throws(ModelDeliveryError) {
        guard offset > 1 else { return }
        guard offset <= size, count <= UInt64(size) - offset else {
            throw failure("\(count) bytes at byte \(offset) are missing")
        }
        end = max(end, Int64(offset + count))
    }

    private func failure(_ reason: String) -> ModelDeliveryError {
        ModelDeliveryError(
            .notAModel,
            "\"\(id)\": the \(size) bytes are not a complete TensorFlow Lite model: \(reason)")
    }
}
