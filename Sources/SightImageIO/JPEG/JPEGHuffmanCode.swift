#if JPEG && canImport(CLibJPEG)
    /// A Huffman code of a JPEG file, and the lookup tables that decode it.
    ///
    /// A symbol of the code is a byte: the run, which is the number of zeros before a coefficient,
    /// in its high half, and the size, which is the number of bits that follow the code, in its low
    /// half.
    ///
    /// - Source: ITU-T T.81: annex C defines the codes, section F.2.2 their symbols.
    struct JPEGHuffmanCode {
        /// The number of bits that select an entry of a lookup table.
        static let indexBits = 12

        /// A code without symbols.
        static let empty = Self()

        private var counts = [Int](repeating: 0, count: 16)
        private var symbols: [UInt8] = []
        /// For each length, the first 16-bit window that starts with no code up to this length.
        private var limits = [0]
        /// For each length, the position of a symbol less its code.
        private var shifts = [0]

        private init() {}

        /// Makes a code from the contents of the segment that defines it.
        ///
        /// The result is `nil` if there are more codes of a length than possible. No code has only
        /// ones.
        ///
        /// - Parameters:
        ///   - counts: the number of codes of each length from 1 to 16.
        ///   - symbols: the symbols, shorter codes first.
        init?(counts: [Int], symbols: [UInt8]) {
            guard counts.count == 16, counts.reduce(0, +) == symbols.count else { return nil }
            self.counts = counts
            self.symbols = symbols
            var (code, position) = (0, 0)
            for (length, count) in zip(1..., counts) {
                shifts.append(position - code)
                code += count
                position += count
                guard code < 1 << length else { return nil }
                limits.append(code << (16 - length))
                code <<= 1
            }
        }

        /// Returns the entry of the symbol at the start of a window of 16 bits, as in
        /// ``symbolTable()``; 0 if there is none.
        func entry(at window: Int) -> Int {
            for length in 1...16 where window < limits[length] {
                let symbol = symbols[shifts[length] + window >> (16 - length)]
                return Self.entry(symbol, length)
            }
            return 0
        }

        private static func entry(_ symbol: UInt8, _ length: Int) -> Int {
            let (size, run) = (Int(symbol) & 15, Int(symbol) >> 4)
            return length + size | size << 5 | run << 9
        }

        /// Whether all symbols have sizes and runs in a range.
        func has(sizes: ClosedRange<UInt8>, runs: ClosedRange<UInt8>) -> Bool {
            symbols.allSatisfy { sizes ~= $0 & 15 && runs ~= $0 >> 4 }
        }

        /// Returns a table that gives the symbol at the start of ``indexBits`` bits.
        ///
        /// An entry has, from bit 0: the number of bits of code and coefficient together (5 bits),
        /// the size (4 bits), the run (4 bits). It is 0 if the code is longer than the index, or if
        /// there is none.
        func symbolTable() -> [UInt16] {
            var table: [UInt16] = []
            table.reserveCapacity(1 << Self.indexBits)
            var next = symbols.makeIterator()
            // The codes are in the order of the indices.
            for (length, count) in zip(1...Self.indexBits, counts) {
                for symbol in (0..<count).compactMap({ _ in next.next() }) {
                    table += repeatElement(
                        UInt16(Self.entry(symbol, length)), count: 1 << (Self.indexBits - length))
                }
            }
            return table + repeatElement(0, count: 1 << Self.indexBits - table.count)
        }

        /// Returns a table that skips the coefficients of as many codes as ``indexBits`` bits hold.
        ///
        /// An entry has, from bit 0: the number of bits to skip, with all bits of the last
        /// coefficient (6 bits), and the number of coefficients, plus ``endOfBlock`` if the block
        /// ends there (10 bits). The number is ``unknown`` if no symbol could be decoded.
        ///
        /// - Parameter symbolTable: the table that ``symbolTable()`` of the same code returns.
        /// - Returns: 2 to the power of ``indexBits`` entries, one for each value of these bits.
        static func skipTable(_ symbolTable: [UInt16]) -> [UInt16] {
            symbolTable.indices.map { index in
                var (bits, coefficients) = (0, 0)
                while bits < indexBits {
                    let entry = Int(symbolTable[index << bits & (1 << indexBits - 1)])
                    let (size, run) = (entry >> 5 & 15, entry >> 9)
                    guard entry != 0, entry & 31 - size <= indexBits - bits,
                        size > 0 || run == 0 || run == 15, coefficients + run < 63
                    else { break }
                    bits += entry & 31
                    if size == 0, run == 0 {
                        coefficients += endOfBlock
                        break
                    }
                    coefficients += run + 1
                }
                return UInt16((bits > 0 ? coefficients : unknown) << 6 | bits)
            }
        }

        /// The addend at the end of a block in the entries of a skip table.
        static let endOfBlock = 128
        /// The number of coefficients in entries of a skip table without a symbol.
        static let unknown = 256
    }
#endif
