extension FlexBuffer {
    /// Returns the places of the first texts in the list at the root, at most `limit`.
    ///
    /// Elements of other types are left out. Each text has its length before it.
    ///
    /// - Throws: ``ModelError`` with code `malformed`.
    static func texts(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(ModelError)
        -> [Range<Int>]
    {
        let cursor = FlexCursor(bytes: bytes)
        let (list, size) = try cursor.root(type: 10, called: "list")
        let count = try cursor.count(try cursor.unsigned(at: list - size, width: size))
        var texts: [Range<Int>] = []
        for index in 0..<min(count, limit) {
            let element = Int(
                truncatingIfNeeded: try cursor.unsigned(at: list + count * size + index, width: 1))
            guard element >> 2 == 5 else { continue }
            let start = try cursor.target(at: list + index * size, width: size)
            let lengthSize = 1 &<< (element & 3)
            let length = try cursor.count(
                try cursor.unsigned(at: start - lengthSize, width: lengthSize))
            guard length <= bytes.count - start else {
                throw ModelError(.malformed, "a FlexBuffer text of \(length) bytes at \(start)")
            }
            texts.append(start..<(start + length))
        }
        return texts
    }
}
