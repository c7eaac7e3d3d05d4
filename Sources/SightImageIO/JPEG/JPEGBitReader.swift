#if JPEG && canImport(CLibJPEG)
    /// Reads the bits of entropy-coded data, most significant bit first.
    ///
    /// In such data, a zero byte follows each byte of ones. Before a marker and at the end of the
    /// file, the reader stops and gives zeros; ``isExhausted`` tells so.
    ///
    /// - Source: ITU-T T.81 F.2.2.5. The refill of several bytes at once: Giesen, "Reading bits in
    ///   far too many ways", 2018, variant 4.
    struct JPEGBitReader {
        /// The next bits, from the most significant one; those beyond `count` are not valid.
        private(set) var bits: UInt64 = 0
        /// The number of valid bits.
        private var count = 0
        /// The number of bits that were made up.
        private var padding = 0
        /// The position of the first byte that is not in `bits`.
        private var offset: Int

        /// Makes a reader that starts at an offset.
        init(offset: Int) { self.offset = offset }

        /// Whether bits were read that do not exist.
        var isExhausted: Bool { padding > count }

        /// Makes at least 56 bits available.
        @inline(__always) mutating func refill(_ bytes: RawSpan) {
            if offset <= bytes.byteCount &- 8 {
                let word = UInt64(
                    bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
                if !Self.hasOnes(word) {
                    let taken = (63 &- count) &>> 3
                    bits |= word &>> UInt64(truncatingIfNeeded: count)
                    offset &+= taken
                    count &+= taken &<< 3
                    return
                }
            }
            self = refilledByByte(bytes)
        }

        /// Returns the next bits as a number; `width` bits, 1 to 32, have to be available.
        @inline(__always) func peek(_ width: Int) -> Int {
            Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- width))
        }

        /// Skips bits, whose number is in the low 6 bits of `width`.
        @inline(__always) mutating func skip(_ width: Int) {
            bits &<<= UInt64(truncatingIfNeeded: width)
            count &-= width & 63
        }

        /// Returns the coefficient whose code comes next; see ``JPEGHuffmanCode/symbolTable()``.
        @inline(__always) func value(_ entry: Int) -> Int32 {
            let size = UInt64(truncatingIfNeeded: entry &>> 5 & 15)
            let rest = bits &<< (UInt64(truncatingIfNeeded: entry & 31) &- size)
            let magnitude = Int32(truncatingIfNeeded: (rest &>> 1) &>> (63 &- size))
            // The values below half of the range stand for negative ones.
            let isNegative = Int32(truncatingIfNeeded: ~Int64(bitPattern: rest) &>> 63)
            return magnitude &+ isNegative & (1 &- 1 &<< Int32(truncatingIfNeeded: size))
        }

        /// Goes on behind a marker with a second byte `code`, which must follow the last byte whose
        /// bits were read; tells whether it does.
        mutating func pass(marker code: UInt8, _ bytes: RawSpan) -> Bool {
            guard 0..<8 ~= count - padding, bytes.byte(at: offset) == 0xFF,
                bytes.byte(at: offset + 1) == code
            else { return false }
            self = Self(offset: offset + 2)
            return true
        }

        /// Whether one of the bytes of a word has only ones.
        @inline(__always) private static func hasOnes(_ word: UInt64) -> Bool {
            (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080 != 0
        }

        // The result is a copy, because a call that changed `self` would keep it in memory, not in
        // registers.
        @inline(never) private func refilledByByte(_ bytes: RawSpan) -> Self {
            var reader = self
            while reader.count < 56 {
                var byte = bytes.byte(at: reader.offset)
                var length = 1
                if byte == 0xFF {
                    if bytes.byte(at: reader.offset + 1) == 0 { length = 2 } else { byte = nil }
                }
                if let byte {
                    reader.bits |= UInt64(byte) << UInt64(56 - reader.count)
                    reader.offset += length
                } else {
                    reader.padding += 8
                }
                reader.count += 8
            }
            return reader
        }
    }
#endif
