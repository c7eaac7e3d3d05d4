/// Reads codes, least significant bit first, across blocks that each start with their length.
struct GIFBitReader {
    private var offset: Int
    private var left = 0
    private var bits = 0
    private var count = 0

    /// Makes a reader that starts at the length byte of the first block.
    init(offset: Int) { self.offset = offset }

    /// Returns the next code; `nil` at the end of the blocks or of the bytes.
    mutating func read(_ width: Int, _ bytes: RawSpan) -> Int? {
        while count < width {
            if left == 0 {
                guard let length = bytes.byte(at: offset), length > 0 else { return nil }
                left = Int(length)
                offset += 1
            }
            guard let byte = bytes.byte(at: offset) else { return nil }
            offset += 1
            left -= 1
            bits |= Int(byte) << count
            count += 8
        }
        let code = bits & (1 << width - 1)
        bits >>= width
        count -= width
        return code
    }
}
