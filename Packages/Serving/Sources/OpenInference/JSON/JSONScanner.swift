/// Parses JSON without building a tree, because tensors have millions of numbers.
///
/// Every function that reads moves the position behind the part that it has read. Nesting is
/// limited, so that no input can exhaust the stack.
///
/// - Source: RFC 8259.
struct JSONScanner {
    static let maximumDepth = 64

    let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Skips white space, and returns the next byte without reading it; `nil` at the end.
    mutating func peek() -> UInt8? {
        while position < bytes.endIndex {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return bytes[position]
            }
        }
        return nil
    }

    /// Skips a character if it is next, and returns whether it was.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Skips `null` if it is next, and returns whether it was.
    mutating func takeNull() -> Bool {
        guard peek() == UInt8(ascii: "n"), bytes[position...].starts(with: "null".utf8) else {
            return false
        }
        position += 4
        return true
    }

    /// Skips a character that must be next.
    mutating func expect(_ character: Unicode.Scalar) throws(ProtocolError) {
        guard take(character) else { throw unexpected("'\(character)'") }
    }

    /// Reads an object; `member` reads the value of each key.
    ///
    /// A member whose value is `null` counts as missing: clients write their unset fields so.
    mutating func object(
        _ member: (inout JSONScanner, String) throws(ProtocolError) -> Void
    ) throws(ProtocolError) {
        try expect("{")
        if take("}") { return }
        repeat {
            let key = try string()
            try expect(":")
            if !takeNull() { try member(&self, key) }
        } while take(",")
        try expect("}")
    }

    /// Reads an array; `element` reads each value.
    mutating func array(
        _ element: (inout JSONScanner) throws(ProtocolError) -> Void
    ) throws(ProtocolError) {
        try expect("[")
        if take("]") { return }
        repeat { try element(&self) } while take(",")
        try expect("]")
    }

    /// Reads a string.
    mutating func string() throws(ProtocolError) -> String {
        try expect("\"")
        let start = position
        while position < bytes.endIndex {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                defer { position += 1 }
                return try JSONText.unescaped(bytes[start..<position])
            case UInt8(ascii: "\\"): position += 2
            case 0..<0x20: throw unexpected("text")
            default: position += 1
            }
        }
        position = bytes.endIndex
        throw unexpected("the end of a text")
    }

    /// Reads `true` or `false`.
    mutating func bool() throws(ProtocolError) -> Bool {
        switch try word() {
        case "true": true
        case "false": false
        case let other: throw ProtocolError("expected true or false, found \(other.prefix(20))")
        }
    }

    /// Reads a whole number.
    mutating func integer() throws(ProtocolError) -> Int {
        let range = try wordRange()
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard JSONNumber.isValid(bytes[range]), let number = Int(text) else {
            throw ProtocolError("expected a whole number, found \(text.prefix(20))")
        }
        return number
    }

    /// Skips any value.
    ///
    /// - Parameters:
    ///   - depth: the number of arrays and objects around the value.
    ///   - isReadLater: whether the value's numbers are checked when they are read.
    /// - Returns: the position of the value.
    /// - Throws: ``ProtocolError``.
    mutating func skip(depth: Int = 0, isReadLater: Bool = false) throws(ProtocolError)
        -> Range<Int>
    {
        guard depth < Self.maximumDepth else {
            throw ProtocolError("JSON is nested more than \(Self.maximumDepth) deep")
        }
        let first = peek()
        let start = position
        switch first {
        case UInt8(ascii: "{"):
            try object { scanner, _ throws(ProtocolError) in
                _ = try scanner.skip(depth: depth + 1, isReadLater: isReadLater)
            }
        case UInt8(ascii: "["):
            try array { scanner throws(ProtocolError) in
                _ = try scanner.skip(depth: depth + 1, isReadLater: isReadLater)
            }
        case UInt8(ascii: "\""): _ = try string()
        default:
            let range = try wordRange()
            guard isReadLater || Self.isWord(bytes[range]) else {
                let word = String(decoding: bytes[range].prefix(20), as: UTF8.self)
                throw ProtocolError("JSON has \(word), which is no value: texts need quotes")
            }
        }
        return start..<position
    }

    /// Whether bytes are a number, `true`, `false` or `null`.
    private static func isWord(_ bytes: ArraySlice<UInt8>) -> Bool {
        JSONNumber.isValid(bytes)
            || ["true", "false", "null"].contains { bytes.elementsEqual($0.utf8) }
    }

    /// Throws an error if anything but white space follows.
    mutating func end() throws(ProtocolError) {
        if peek() != nil { throw unexpected("the end") }
    }

    /// Reads letters, digits and signs, such as those of a number, and returns their position.
    mutating func wordRange() throws(ProtocolError) -> Range<Int> {
        _ = peek()
        let start = position
        while position < bytes.endIndex {
            switch bytes[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                position += 1
                continue
            default: break
            }
            break
        }
        guard position > start else { throw unexpected("a value") }
        return start..<position
    }

    private mutating func word() throws(ProtocolError) -> String {
        String(decoding: bytes[try wordRange()], as: UTF8.self)
    }

    private func unexpected(_ wanted: String) -> ProtocolError {
        let place = position - bytes.startIndex
        guard position < bytes.endIndex else {
            return ProtocolError("JSON ends at byte \(place), where \(wanted) was expected")
        }
        let found = Unicode.Scalar(bytes[position])
        return ProtocolError("JSON has \(found.debugDescription) at byte \(place), not \(wanted)")
    }
}
