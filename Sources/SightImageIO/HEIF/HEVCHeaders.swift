#if HEIF && canImport(CLibHEIF)
    import SightImage

    /// Reads the size of an HEVC image, and counts its pictures.
    ///
    /// - Source: ITU-T H.265, sections 7.3.1, 7.3.2.2 and 7.3.6.1; ISO/IEC 14496-15, section
    ///   8.3.3.1, for the property.
    enum HEVCHeaders {
        private static let sequenceParameterSet: UInt8 = 33
        /// The types below this one are slices.
        private static let firstOther: UInt8 = 32
        /// The most bytes of a parameter set before the height.
        private static let longestHeader = 256

        /// Reads the units of a property `hvcC`, and those of an item.
        ///
        /// - Throws: `damaged`.
        static func size(
            property: RawSpan, item: RawSpan
        ) throws(ImageError) -> CodedSize {
            var size = CodedSize()
            var cursor = MediaCursor(0..<property.byteCount)
            _ = try cursor.skip(22)
            for _ in 0..<(try cursor.number(1, property)) {
                _ = try cursor.skip(1)
                for _ in 0..<(try cursor.number(2, property)) {
                    let unit = try cursor.skip(try cursor.number(2, property))
                    try read(unit, of: property, &size)
                }
            }
            // The units of an item follow their lengths of four bytes.
            var start = 0
            while let length = item.big32(at: start) {
                let unit = (start + 4..<item.byteCount).prefix(length)
                try read(unit, of: item, &size)
                start = unit.upperBound
            }
            return size
        }

        /// Reads a unit; decoders ignore those of other layers.
        private static func read(
            _ unit: Range<Int>, of data: RawSpan, _ size: inout CodedSize
        ) throws(ImageError) {
            let header = withoutEmulationPrevention(
                unit.prefix(longestHeader).compactMap { data.byte(at: $0) })
            guard header.count > 2, header[0] & 1 == 0, header[1] >> 3 == 0 else { return }
            let type = header[0] >> 1 & 63
            if type == sequenceParameterSet {
                try readParameterSet(Array(header.dropFirst(2)), &size)
            } else if type < firstOther, header[2] & 0x80 != 0 {
                size.pictureCount += 1
            }
        }

        private static func readParameterSet(
            _ header: [UInt8], _ size: inout CodedSize
        ) throws(ImageError) {
            var bits = HEIFBitReader(header)
            try bits.skip(4)
            let layers = try bits.number(3)
            try bits.skip(1 + 88 + 8)
            var partBits = 0
            for _ in 0..<layers {
                if try bits.flag() { partBits += 88 }
                if try bits.flag() { partBits += 8 }
            }
            if layers > 0 { try bits.skip(2 * (8 - layers)) }
            try bits.skip(partBits)
            _ = try bits.golomb()
            if try bits.golomb() == 3 { try bits.skip(1) }
            size.grow(width: try bits.golomb(), height: try bits.golomb())
        }

        /// Drops each 3 that separates two zeros from a small number.
        private static func withoutEmulationPrevention(_ bytes: [UInt8]) -> [UInt8] {
            var kept: [UInt8] = []
            var zeros = 0
            for byte in bytes {
                if zeros >= 2, byte == 3 {
                    zeros = 0
                    continue
                }
                zeros = byte == 0 ? zeros + 1 : 0
                kept.append(byte)
            }
            return kept
        }
    }
#endif
