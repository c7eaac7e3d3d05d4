#if HEIF && canImport(CLibHEIF)
    import SightImage

    /// Reads the bits of a header, most significant bit first.
    struct HEIFBitReader {
        private let bytes: [UInt8]
        private var position = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Reads a number of at most 32 bits.
        ///
        /// - Throws: `damaged` beyond the end.
        mutating func number(_ count: Int) throws(ImageError) -> Int {
            guard position + count <= 8 * bytes.count else { throw Self.cutOff }
            var value = 0
            for place in position..<position + count {
                value = value << 1 | Int(bytes[place / 8] >> (7 - place % 8)) & 1
            }
            position += count
            return value
        }

        mutating func flag() throws(ImageError) -> Bool {
            try number(1) != 0
        }

        /// Passes bits over.
        mutating func skip(_ count: Int) throws(ImageError) {
            guard position + count <= 8 * bytes.count else { throw Self.cutOff }
            position += count
        }

        /// Reads a number whose length is that of its leading zeros: `ue(v)` of H.265, section 9.2,
        /// and `uvlc` of AV1, section 4.10.3.
        mutating func golomb() throws(ImageError) -> Int {
            var zeros = 0
            while try !flag() { zeros += 1 }
            guard zeros < 32 else { throw Self.cutOff }
            return (1 << zeros) - 1 + (try number(zeros))
        }

        private static var cutOff: ImageError {
            ImageError(.damaged, "damaged HEIF: the header of an image is cut off")
        }
    }
#endif
