/// Writes baseline JPEG files with given coefficients, samplings, codes and restart intervals.
struct JPEGFile {
    /// The lengths of the Huffman codes.
    enum Codes: CaseIterable {
        /// All codes of a table have the same length.
        case equal
        /// The first symbols have short codes, all others codes of 16 bits.
        case skewed
    }

    let width, height: Int
    /// The sampling factors of the components: one for gray, three for YCbCr.
    let factors: [(horizontal: Int, vertical: Int)]
    /// The step of all coefficients.
    let step: Int
    let codes: Codes
    /// The number of MCUs between restart markers; 0 for none.
    let restartInterval: Int

    /// Returns a file; `block` gives the 64 coefficients of the next block in zigzag order.
    func bytes(_ block: () -> [Int]) -> [UInt8] {
        let (first, others) = (table(Array(0...11)), table(Self.otherSymbols))
        var file: [UInt8] = [0xFF, 0xD8]
        file += segment(0xDB, [0] + [UInt8](repeating: UInt8(step), count: 64))
        var frame = [8] + TestFiles.big16(height) + TestFiles.big16(width) + [UInt8(factors.count)]
        var scan = [UInt8(factors.count)]
        for (index, factor) in factors.enumerated() {
            frame += [UInt8(index + 1), UInt8(factor.horizontal << 4 | factor.vertical), 0]
            scan += [UInt8(index + 1), 0]
        }
        file += segment(0xC0, frame)
        file += segment(0xC4, [0x00] + first.counts.map(UInt8.init) + first.symbols.map(UInt8.init))
        file += segment(
            0xC4, [0x10] + others.counts.map(UInt8.init) + others.symbols.map(UInt8.init))
        if restartInterval > 0 { file += segment(0xDD, TestFiles.big16(restartInterval)) }
        file += segment(0xDA, scan + [0, 63, 0])
        var writer = BitWriter()
        var predictions = [0, 0, 0]
        for mcu in 0..<mcuCount {
            if restartInterval > 0, mcu > 0, mcu % restartInterval == 0 {
                writer.mark(0xD0 + UInt8((mcu / restartInterval - 1) % 8))
                predictions = [0, 0, 0]
            }
            for (index, factor) in factors.enumerated() {
                for _ in 0..<(factors.count == 1 ? 1 : factor.horizontal * factor.vertical) {
                    let coefficients = block()
                    writer.put(0, coefficients[0] - predictions[index], first)
                    predictions[index] = coefficients[0]
                    var run = 0
                    for coefficient in coefficients[1...] {
                        guard coefficient != 0 else {
                            run += 1
                            continue
                        }
                        for _ in 0..<run / 16 { writer.put(15, 0, others) }
                        writer.put(run % 16, coefficient, others)
                        run = 0
                    }
                    if run > 0 { writer.put(0, 0, others) }
                }
            }
        }
        writer.mark(0xD9)
        return file + writer.bytes
    }

    private var mcuCount: Int {
        let isGray = factors.count == 1
        let horizontal = 8 * (isGray ? 1 : factors.map(\.horizontal).max() ?? 1)
        let vertical = 8 * (isGray ? 1 : factors.map(\.vertical).max() ?? 1)
        return (width + horizontal - 1) / horizontal * ((height + vertical - 1) / vertical)
    }

    /// The end of a block, 16 zeros, and all runs with all sizes.
    private static let otherSymbols =
        [0, 0xF0] + (1...10).flatMap { size in (0...15).map { run in run << 4 | size } }

    private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + TestFiles.big16(content.count + 2) + content
    }

    private func table(_ symbols: [Int]) -> Table {
        var counts = [Int](repeating: 0, count: 16)
        switch codes {
        case .equal: counts[symbols.count < 16 ? 3 : 7] = symbols.count
        case .skewed:
            for length in 1...8 { counts[length - 1] = 1 }
            counts[15] = symbols.count - 8
        }
        return Table(counts: counts, symbols: symbols)
    }

    /// A Huffman code; ITU-T T.81 annex C.
    struct Table {
        let counts: [Int]
        let symbols: [Int]

        /// Returns the code of a symbol and its length.
        func code(_ symbol: Int) -> (code: Int, length: Int) {
            var (code, position) = (0, 0)
            for (length, count) in zip(1..., counts) {
                if let index = symbols[position..<position + count].firstIndex(of: symbol) {
                    return (code + index - position, length)
                }
                position += count
                code = (code + count) << 1
            }
            preconditionFailure("there is no symbol \(symbol)")
        }
    }

    private struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private var bits = 0
        private var count = 0

        /// Writes a run of zeros and a coefficient.
        mutating func put(_ run: Int, _ coefficient: Int, _ table: Table) {
            let size = Int.bitWidth - coefficient.magnitude.leadingZeroBitCount
            let (code, length) = table.code(run << 4 | size)
            put(code, length)
            put(coefficient < 0 ? coefficient + 1 << size - 1 : coefficient, size)
        }

        /// Fills the byte with ones and writes a marker.
        mutating func mark(_ code: UInt8) {
            if count > 0 { put(1 << (8 - count) - 1, 8 - count) }
            bytes += [0xFF, code]
        }

        private mutating func put(_ value: Int, _ length: Int) {
            for shift in (0..<length).reversed() {
                bits = bits << 1 | value >> shift & 1
                count += 1
                guard count == 8 else { continue }
                bytes += bits == 0xFF ? [0xFF, 0] : [UInt8(bits)]
                (bits, count) = (0, 0)
            }
        }
    }
}
