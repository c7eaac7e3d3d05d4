#if HEIF && canImport(CLibHEIF)
    import SightImage

    /// Reads the size of an AV1 image, and counts its pictures.
    ///
    /// - Source: AOM, "AV1 Bitstream & Decoding Process Specification", sections 5.3, 5.5 and 5.9.2;
    ///   "AV1 Codec ISO Media File Format Binding", section 2.3, for the property.
    struct AV1Headers {
        private static let sequenceHeader: UInt8 = 1
        private static let frameHeader: UInt8 = 3
        private static let frame: UInt8 = 6
        private static let switchFrame = 3
        /// The value that leaves a choice to each frame.
        private static let select = 2
        /// The most bytes of a sequence header before the last field that is read here.
        private static let longestHeader = 512

        private var size = CodedSize()
        private var isReduced = false
        private var widthBits = 0, heightBits = 0
        /// The number of bits of a frame's time, if it has one; of its identifier, if it has one.
        private var timeBits = 0, identifierBits = 0
        private var screenContentTools = 0, integerMotion = 0

        /// Reads the units of a property `av1C` and of an item, which decoders see as one stream.
        ///
        /// - Throws: `damaged`.
        static func size(property: RawSpan, item: RawSpan) throws(ImageError) -> CodedSize {
            var stream: [UInt8] = []
            property.withUnsafeBytes { stream += $0.dropFirst(4) }
            item.withUnsafeBytes { stream += $0 }
            var headers = AV1Headers()
            try headers.read(stream)
            return headers.size
        }

        private mutating func read(_ stream: [UInt8]) throws(ImageError) {
            var rest = stream[...]
            while let head = rest.popFirst() {
                let hasExtension = head & 4 != 0
                let hasLength = head & 2 != 0
                if hasExtension { rest = rest.dropFirst() }
                let length = hasLength ? Self.length(&rest) : rest.count
                let header = HEIFBitReader(Array(rest.prefix(length).prefix(Self.longestHeader)))
                switch head >> 3 & 15 {
                case Self.sequenceHeader: try readSequence(header)
                case Self.frameHeader, Self.frame: try readFrame(header)
                default: break
                }
                rest = rest.dropFirst(length)
            }
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

        private mutating func readSequence(_ header: HEIFBitReader) throws(ImageError) {
            var bits = header
            try bits.skip(3 + 1)
            isReduced = try bits.flag()
            timeBits = 0
            if isReduced { try bits.skip(5) } else { try readOperatingPoints(&bits) }
            widthBits = try bits.number(4) + 1
            heightBits = try bits.number(4) + 1
            size.grow(
                width: try bits.number(widthBits) + 1, height: try bits.number(heightBits) + 1)
            identifierBits = 0
            guard !isReduced else { return }
            if try bits.flag() {
                identifierBits = try bits.number(4) + 2
                identifierBits += try bits.number(3) + 1
            }
            // Large blocks, two filters of prediction from the same picture, and four tools for
            // prediction from other pictures.
            try bits.skip(3 + 4)
            if try bits.flag() { try bits.skip(2) }
            screenContentTools = try bits.flag() ? Self.select : try bits.number(1)
            integerMotion = Self.select
            if screenContentTools > 0, try !bits.flag() { integerMotion = try bits.number(1) }
        }

        private mutating func readOperatingPoints(_ bits: inout HEIFBitReader) throws(ImageError) {
            var delayBits: Int?
            if try bits.flag() {
                try bits.skip(64)
                let hasEqualIntervals = try bits.flag()
                if hasEqualIntervals { _ = try bits.golomb() }
                if try bits.flag() {
                    delayBits = try bits.number(5) + 1
                    try bits.skip(32 + 5)
                    let frameTimeBits = try bits.number(5) + 1
                    timeBits = hasEqualIntervals ? 0 : frameTimeBits
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

        /// Counts a frame.
        ///
        /// If it states a size of its own, the largest size counts that it can state.
        private mutating func readFrame(_ header: HEIFBitReader) throws(ImageError) {
            size.pictureCount += 1
            guard !isReduced else { return }
            var bits = header
            // A frame that is shown again is not decoded again.
            guard try !bits.flag() else {
                size.pictureCount -= 1
                return
            }
            let type = try bits.number(2)
            let isShown = try bits.flag()
            try bits.skip(isShown ? timeBits : 1)
            let isKey = type == 0
            if type != Self.switchFrame, !(isKey && isShown) { try bits.skip(1) }
            try bits.skip(1)
            let usesTools =
                screenContentTools == Self.select ? try bits.flag() : screenContentTools > 0
            if usesTools, integerMotion == Self.select { try bits.skip(1) }
            try bits.skip(identifierBits)
            let hasSize = type == Self.switchFrame ? true : try bits.flag()
            if hasSize {
                size.grow(width: 1 << widthBits, height: 1 << heightBits)
            }
        }
    }
#endif
