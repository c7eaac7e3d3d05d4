#if HEIF && canImport(CLibHEIF)
    import SightImage

    /// Finds the sizes that an AV1 image states.
    ///
    /// - Source: AOM, "AV1 Bitstream & Decoding Process Specification", sections 5.3 and 5.5; "AV1
    ///   Codec ISO Media File Format Binding", section 2.3, for the property.
    enum AV1Headers {
        private static let sequenceHeader = 1
        /// The most bytes of a sequence header before the height.
        private static let largestHeader = 256

        /// The sizes in a property `av1C`, which may have units after four bytes.
        static func sizes(
            inProperty place: Range<Int>, _ bytes: RawSpan
        ) throws(ImageError) -> [CodedSize] {
            try sizes(inItem: place.dropFirst(4).compactMap { bytes.byte(at: $0) })
        }

        /// The sizes in the units of an item.
        static func sizes(inItem data: [UInt8]) throws(ImageError) -> [CodedSize] {
            var sizes: [CodedSize] = []
            var rest = data[...]
            while let head = rest.popFirst() {
                let hasExtension = head & 4 != 0
                let hasLength = head & 2 != 0
                if hasExtension { rest = rest.dropFirst() }
                let length = hasLength ? length(&rest) : rest.count
                let unit = rest.prefix(length)
                if Int(head >> 3 & 15) == sequenceHeader {
                    sizes.append(try size(in: Array(unit.prefix(largestHeader))))
                }
                rest = rest.dropFirst(length)
            }
            return sizes
        }

        /// Reads a number of seven bits a byte, least significant first: `leb128`.
        private static func length(_ rest: inout ArraySlice<UInt8>) -> Int {
            var value = 0
            for place in 0..<8 {
                guard let byte = rest.popFirst() else { break }
                value |= Int(byte & 0x7f) << (7 * place)
                if byte & 0x80 == 0 { break }
            }
            return value
        }

        private static func size(in header: [UInt8]) throws(ImageError) -> CodedSize {
            var bits = HeaderBits(header)
            try bits.skip(3 + 1)
            if try bits.flag() {
                try bits.skip(5)
            } else {
                try skipOperatingPoints(&bits)
            }
            let widthBits = try bits.number(4) + 1
            let heightBits = try bits.number(4) + 1
            return CodedSize(
                width: try bits.number(widthBits) + 1, height: try bits.number(heightBits) + 1)
        }

        private static func skipOperatingPoints(_ bits: inout HeaderBits) throws(ImageError) {
            var delayBits: Int?
            if try bits.flag() {
                try bits.skip(64)
                if try bits.flag() { _ = try bits.golomb() }
                if try bits.flag() {
                    delayBits = try bits.number(5) + 1
                    try bits.skip(32 + 5 + 5)
                }
            }
            let hasDisplayDelay = try bits.flag()
            for _ in 0...(try bits.number(5)) {
                try bits.skip(12)
                if try bits.number(5) > 7 { try bits.skip(1) }
                if let delayBits, try bits.flag() { try bits.skip(2 * delayBits + 1) }
                if hasDisplayDelay, try bits.flag() { try bits.skip(4) }
            }
        }
    }
#endif
