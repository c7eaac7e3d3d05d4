#if HEIF && canImport(CLibHEIF)
    import SightImage

    /// Finds the sizes that an HEVC image states.
    ///
    /// - Source: ITU-T H.265, sections 7.3.1 and 7.3.2.2; ISO/IEC 14496-15, section 8.3.3.1, for
    ///   the property.
    enum HEVCHeaders {
        private static let sequenceParameterSet = 33
        /// The most bytes of a parameter set before the height.
        private static let largestHeader = 256

        /// The sizes in a property `hvcC`.
        static func sizes(
            inProperty place: Range<Int>, _ bytes: RawSpan
        ) throws(ImageError) -> [CodedSize] {
            var cursor = MediaCursor(place)
            _ = try cursor.skip(22)
            var sizes: [CodedSize] = []
            for _ in 0..<(try cursor.number(1, bytes)) {
                _ = try cursor.skip(1)
                for _ in 0..<(try cursor.number(2, bytes)) {
                    let unit = try cursor.skip(try cursor.number(2, bytes))
                    let header = unit.prefix(largestHeader).compactMap { bytes.byte(at: $0) }
                    if let size = try size(inUnit: header) { sizes.append(size) }
                }
            }
            return sizes
        }

        /// The sizes in an item, whose units follow their lengths of four bytes.
        static func sizes(inItem data: [UInt8]) throws(ImageError) -> [CodedSize] {
            var sizes: [CodedSize] = []
            var start = 0
            while start <= data.count - 4 {
                let length = data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
                let unit = data[(start + 4)...].prefix(length)
                if let size = try size(inUnit: Array(unit.prefix(largestHeader))) {
                    sizes.append(size)
                }
                start = unit.endIndex
            }
            return sizes
        }

        /// The size in a unit that begins with these bytes; `nil` if it is no parameter set.
        ///
        /// Decoders ignore units of other layers.
        private static func size(inUnit unit: [UInt8]) throws(ImageError) -> CodedSize? {
            guard unit.count > 2, Int(unit[0] >> 1 & 63) == sequenceParameterSet,
                unit[0] & 1 == 0, unit[1] >> 3 == 0
            else { return nil }
            var bits = HeaderBits(withoutEmulationPrevention(Array(unit.dropFirst(2))))
            try bits.skip(4)
            let layers = try bits.number(3)
            try bits.skip(1 + 88 + 8)
            let hasParts = try (0..<layers).map { (_) throws(ImageError) in
                (profile: try bits.flag(), level: try bits.flag())
            }
            if layers > 0 { try bits.skip(2 * (8 - layers)) }
            for part in hasParts { try bits.skip((part.profile ? 88 : 0) + (part.level ? 8 : 0)) }
            _ = try bits.golomb()
            if try bits.golomb() == 3 { try bits.skip(1) }
            return CodedSize(width: try bits.golomb(), height: try bits.golomb())
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
