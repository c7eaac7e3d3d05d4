/// The attributes of a TensorFlow node, which a converter has kept in the file.
///
/// Converters write operators that the schema lacks as custom operators: `Flex` and the name in
/// TensorFlow. Their options are a FlexBuffer list of the name and a serialized `NodeDef` message.
/// - Source: TensorFlow, `node_def.proto` and `attr_value.proto`.
package struct NodeDefinition: Sendable {
    /// The value of an attribute.
    private struct Attribute: Sendable {
        var integers: [Int] = []
        var real: Float?
        var text: String?
    }

    /// The names and values in the order of the message; if a name occurs twice, the last one
    /// counts.
    private var attributes: [(name: String, value: Attribute)] = []

    /// The largest number of attributes that are read; operators have at most about a dozen.
    private static let attributeLimit = 256

    /// Reads the options of a custom operator.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    package init(options: UnsafeRawBufferPointer) throws(ModelError) {
        let texts = try FlexBuffer.texts(options, limit: 2)
        guard texts.count == 2 else {
            throw ModelError(.malformed, "the options of a TensorFlow node are incomplete")
        }
        var message = MessageCursor(options, texts[1])
        while let (field, value) = try message.next() {
            guard field == 5, case .bytes(let entry) = value else { continue }
            guard attributes.count < Self.attributeLimit else {
                throw ModelError(.malformed, "a TensorFlow node has too many attributes")
            }
            try readEntry(options, entry)
        }
    }

    /// Reads a name and its value.
    private mutating func readEntry(_ bytes: UnsafeRawBufferPointer, _ place: Range<Int>)
        throws(ModelError)
    {
        var entry = MessageCursor(bytes, place)
        var name = ""
        var attribute = Attribute()
        while let (field, value) = try entry.next() {
            guard case .bytes(let part) = value else { continue }
            if field == 1 { name = String(decoding: bytes[part], as: UTF8.self) }
            if field == 2 { attribute = try Self.attribute(bytes, part) }
        }
        attributes.append((name, attribute))
    }

    /// Reads a value: a list (field 1), bytes (2), an integer (3), a real number (4), a Boolean (5)
    /// or an element type (6).
    private static func attribute(_ bytes: UnsafeRawBufferPointer, _ place: Range<Int>)
        throws(ModelError) -> Attribute
    {
        var message = MessageCursor(bytes, place)
        var attribute = Attribute()
        while let (field, value) = try message.next() {
            switch (field, value) {
            case (1, .bytes(let list)): attribute.integers = try integers(bytes, list)
            case (2, .bytes(let text)):
                attribute.text = String(decoding: bytes[text], as: UTF8.self)
            case (3, .integer(let bits)), (5, .integer(let bits)), (6, .integer(let bits)):
                attribute.integers = [Int(truncatingIfNeeded: bits)]
            case (4, .real(let bits)): attribute.real = Float(bitPattern: bits)
            default: continue
            }
        }
        return attribute
    }

    /// Reads the integers of a list (field 3), one by one or all in one field.
    private static func integers(_ bytes: UnsafeRawBufferPointer, _ place: Range<Int>)
        throws(ModelError) -> [Int]
    {
        var list = MessageCursor(bytes, place)
        var integers: [Int] = []
        while let (field, value) = try list.next() {
            switch (field, value) {
            case (3, .integer(let bits)): integers.append(Int(truncatingIfNeeded: bits))
            case (3, .bytes(let packed)):
                var part = MessageCursor(bytes, packed)
                while !part.isAtEnd { integers.append(Int(truncatingIfNeeded: try part.integer())) }
            default: continue
            }
        }
        return integers
    }

    private func attribute(_ name: String) -> Attribute? {
        attributes.last { $0.name == name }?.value
    }

    /// Returns an integer, or the number of an element type.
    package func int(_ name: String, default value: Int = 0) -> Int {
        attribute(name)?.integers.first ?? value
    }

    /// Returns a list of integers; none if there is no such attribute.
    package func ints(_ name: String) -> [Int] { attribute(name)?.integers ?? [] }

    /// Returns a Boolean.
    ///
    /// A message leaves out values that are false.
    package func bool(_ name: String, default value: Bool = false) -> Bool {
        attribute(name).map { ($0.integers.first ?? 0) != 0 } ?? value
    }

    /// Returns a real number.
    ///
    /// A message leaves out values that are 0.
    package func float(_ name: String, default value: Float = 0) -> Float {
        attribute(name).map { $0.real ?? 0 } ?? value
    }

    /// Returns a text; empty if there is no such attribute.
    package func text(_ name: String) -> String { attribute(name)?.text ?? "" }
}
