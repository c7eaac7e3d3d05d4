/// Checks that the parts of a model lie inside its file, so that the store installs no file that
/// was cut off.
///
/// The engine checks everything else when it loads the model. Bytes may follow the last part: an
/// archive with the files of the metadata, which this check does not read.
///
/// The reader of `SightModelFile` would check more, but this module does not depend on the engine's
/// modules.
///
/// - Source: FlatBuffers internals. The offset of a table or a vector is unsigned, and counts from
///   the place where the offset lies. A table starts with a signed offset back to its vtable. Byte
///   `4 + 2 × field` of the vtable holds the offset of the field in the table; it is 0 if the table
///   does not have the field. A vector starts with the number of its elements.
package struct CompletenessCheck {
    private let id: ModelID
    private let file: OpenFile
    private let size: Int64
    /// The number of tables that may still be visited; tables of a hostile file may share others.
    private var budget = 1 << 18

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
    private func target(of position: Int64) throws(ModelDeliveryError) -> Int64 {
        position + Int64(try number(UInt32.self, at: position))
    }

    /// Reads a number in the order of little endian.
    ///
    /// Positions are sums of few 32-bit numbers and the size of the file, so that they do not
    /// overflow.
    private func number<Value: FixedWidthInteger>(_ type: Value.Type, at position: Int64)
        throws(ModelDeliveryError) -> Value
    {
        let width = Value.bitWidth / 8
        try require(Int64(width), at: position)
        let bytes = try file.read(at: Int(position), upTo: width)
        guard bytes.count == width else { throw failure("it has become shorter") }
        return bytes.reversed().reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }

    private func require(_ count: Int64, at position: Int64) throws(ModelDeliveryError) {
        guard position >= 0, count <= size - position else {
            throw failure("\(count) bytes at byte \(position) are missing")
        }
    }

    /// Checks bytes outside of the FlatBuffer; the offsets 0 and 1 say that there are none.
    private func requireOutside(_ count: UInt64, at offset: UInt64) throws(ModelDeliveryError) {
        guard offset > 1 else { return }
        guard offset <= size, count <= UInt64(size) - offset else {
            throw failure("\(count) bytes at byte \(offset) are missing")
        }
    }

    private func failure(_ reason: String) -> ModelDeliveryError {
        ModelDeliveryError(
            .notAModel,
            "\"\(id)\": the \(size) bytes are not a complete TensorFlow Lite model: \(reason)")
    }
}
