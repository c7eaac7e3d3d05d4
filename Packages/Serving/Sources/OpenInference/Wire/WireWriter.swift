/// Writes the fields of a protocol-buffer message; fields with their default value are left out.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes a number unless it is 0.
    mutating func number(_ field: Int, _ value: UInt64) {
        guard value != 0 else { return }
        varint(UInt64(field) << 3)
        varint(value)
    }

    /// Writes a string unless it is empty.
    mutating func text(_ field: Int, _ value: String) {
        if !value.isEmpty { content(field, Array(value.utf8)) }
    }

    /// Writes a message or bytes, even if they are empty.
    mutating func content(_ field: Int, _ value: some Collection<UInt8>) {
        varint(UInt64(field) << 3 | 2)
        varint(UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    /// Writes a repeated number as a packed field.
    mutating func packed(_ field: Int, _ values: [Int]) {
        guard !values.isEmpty else { return }
        var inner = WireWriter()
        for value in values { inner.varint(UInt64(bitPattern: Int64(value))) }
        content(field, inner.bytes)
    }

    private mutating func varint(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: value))
    }
}
