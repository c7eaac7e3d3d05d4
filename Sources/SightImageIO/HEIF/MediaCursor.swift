#if HEIF && canImport(CLibHEIF)
    import SightImage

    /// Reads the numbers of a box one after the other, most significant byte first.
    struct MediaCursor {
        private(set) var offset: Int
        private let end: Int

        /// Starts at the begin of a part of the file.
        init(_ part: Range<Int>) {
            (offset, end) = (part.lowerBound, part.upperBound)
        }

        /// Reads a number of 0 to 8 bytes; a number without bytes is 0.
        ///
        /// - Throws: `damaged` beyond the end, and for a number that exceeds `Int`.
        mutating func number(_ size: Int, _ bytes: RawSpan) throws(ImageError) -> Int {
            guard size <= end - offset else {
                throw ImageError(.damaged, "damaged HEIF: a table is cut off")
            }
            var value = 0
            for place in 0..<size {
                guard let byte = bytes.byte(at: offset + place), value < 1 << 55 else {
                    throw ImageError(.damaged, "damaged HEIF: a number has no valid value")
                }
                value = value << 8 | Int(byte)
            }
            offset += size
            return value
        }

        /// Reads the version of a full box, and skips its flags.
        mutating func version(_ bytes: RawSpan) throws(ImageError) -> Int {
            try number(4, bytes) >> 24
        }

        /// Passes bytes over, and returns their place.
        mutating func skip(_ count: Int) throws(ImageError) -> Range<Int> {
            guard count <= end - offset else {
                throw ImageError(.damaged, "damaged HEIF: a table is cut off")
            }
            offset += count
            return offset - count..<offset
        }
    }
#endif
