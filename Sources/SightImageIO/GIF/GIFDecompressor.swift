/// GIF's variant of LZW: codes of growing width in blocks of at most 255 bytes.
///
/// - Source: GIF89a specification, appendix F; Welch, "A Technique for High-Performance Data
///   Compression", 1984.
struct GIFDecompressor {
    private static let tableSize = 4096

    private let minimumCodeSize: Int

    /// Makes a decompressor.
    ///
    /// - Parameter minimumCodeSize: bits of a pixel, in 1…11.
    init(minimumCodeSize: Int) { self.minimumCodeSize = minimumCodeSize }

    /// Returns palette indices, at most `pixelCount`; fewer if the codes end early or are invalid.
    func decode(_ bytes: RawSpan, from offset: Int, pixelCount: Int) -> [UInt8] {
        let clear = 1 << minimumCodeSize
        var reader = GIFBitReader(offset: offset)
        var prefix = [UInt16](repeating: 0, count: Self.tableSize)
        var suffix = (0..<Self.tableSize).map { UInt8(truncatingIfNeeded: $0) }
        var string = [UInt8](repeating: 0, count: Self.tableSize + 1)
        var (width, next) = (minimumCodeSize + 1, clear + 2)
        var previous: Int?
        var first: UInt8 = 0
        var indices: [UInt8] = []
        // Memory grows with the decoded pixels, so a short file that states a huge size needs
        // little.
        indices.reserveCapacity(min(pixelCount, 1 << 20))
        while indices.count < pixelCount, let code = reader.read(width, bytes) {
            if code == clear {
                (width, next, previous) = (minimumCodeSize + 1, clear + 2, nil)
                continue
            }
            guard code != clear + 1, code < next || (code == next && previous != nil) else { break }
            // The string is decoded back to front; a code that is not yet in the table means the
            // previous string and its first byte.
            var length = 0
            var walk = code
            if code == next, let previous {
                string[0] = first
                (length, walk) = (1, previous)
            }
            while walk >= clear + 2, length < Self.tableSize {
                string[length] = suffix[walk]
                length += 1
                walk = Int(prefix[walk])
            }
            first = suffix[walk]
            string[length] = first
            length += 1
            for index in 0..<min(length, pixelCount - indices.count) {
                indices.append(string[length - 1 - index])
            }
            if let previous, next < Self.tableSize {
                prefix[next] = UInt16(truncatingIfNeeded: previous)
                suffix[next] = first
                next += 1
                if next == 1 << width, width < 12 { width += 1 }
            }
            previous = code
        }
        return indices
    }
}
