#if JPEG && canImport(CLibJPEG)
    /// The frame of a baseline JPEG file whose only scan has all components, with the tables of
    /// that scan.
    ///
    /// - Source: ITU-T T.81 annex B.
    struct JPEGFrame {
        /// A component: luma, or one of the two of chroma.
        struct Component {
            /// The number that the scan uses for the component.
            let identifier: UInt8
            /// The sampling factors: how many blocks of the component an MCU has per row and per
            /// column, from 1 to 4.
            ///
            /// An MCU, or minimum coded unit, has the blocks of one area.
            var horizontal, vertical: Int
            /// The selector of the quantization table.
            let quantizer: Int
            /// The steps of the coefficients, from 1 to 255, in zigzag order.
            var quantization: [UInt8] = []
            /// The Huffman codes of the first coefficient of each block (DC), and of all others
            /// (AC).
            var codes = (first: JPEGHuffmanCode.empty, others: JPEGHuffmanCode.empty)
        }

        /// Pixels per row.
        private(set) var width = 0
        /// The number of rows.
        private(set) var height = 0
        /// One component, or three.
        private(set) var components: [Component] = []
        /// The number of MCUs between two restart markers; 0 without restart markers.
        private(set) var restartInterval = 0
        /// The position of the entropy-coded data.
        private(set) var scanOffset = 0

        /// The largest horizontal sampling factor.
        var horizontal: Int { components.map(\.horizontal).max() ?? 1 }
        /// The largest vertical sampling factor.
        var vertical: Int { components.map(\.vertical).max() ?? 1 }
        /// The number of columns of MCUs.
        var columns: Int { (width + 8 * horizontal - 1) / (8 * horizontal) }
        /// The number of rows of MCUs.
        var rows: Int { (height + 8 * vertical - 1) / (8 * vertical) }

        private var quantizations = [[UInt8]?](repeating: nil, count: 4)
        private var codes = [[JPEGHuffmanCode?]](
            repeating: [JPEGHuffmanCode?](repeating: nil, count: 4), count: 2)

        /// Reads the segments up to the first scan.
        ///
        /// - Returns: `nil` if anything is damaged, missing, or not baseline.
        init?(_ bytes: RawSpan) {
            var offset = 2
            while scanOffset == 0 {
                guard bytes.byte(at: offset) == 0xFF, let marker = bytes.byte(at: offset + 1),
                    let length = bytes.big16(at: offset + 2), length >= 2,
                    offset + 2 + length <= bytes.byteCount
                else { return nil }
                let segment = bytes.extracting(offset + 4..<offset + 2 + length)
                offset += 2 + length
                switch marker {
                case 0xC0: guard readFrame(segment) else { return nil }
                case 0xC4: guard readCodes(segment) else { return nil }
                case 0xDB: guard readQuantizations(segment) else { return nil }
                case 0xDD:
                    guard length == 4, let interval = segment.big16(at: 0) else { return nil }
                    restartInterval = interval
                case 0xDA:
                    guard readScan(segment) else { return nil }
                    scanOffset = offset
                case 0xE0...0xEF, 0xFE: break
                default: return nil
                }
            }
        }

        private mutating func readFrame(_ segment: RawSpan) -> Bool {
            guard components.isEmpty, segment.byte(at: 0) == 8,
                let height = segment.big16(at: 1), let width = segment.big16(at: 3),
                let count = segment.byte(at: 5), count == 1 || count == 3,
                segment.byteCount == 6 + 3 * Int(count), width > 0, height > 0
            else { return false }
            (self.width, self.height) = (width, height)
            for index in 0..<Int(count) {
                guard let identifier = segment.byte(at: 6 + 3 * index),
                    let factors = segment.byte(at: 7 + 3 * index).map(Int.init),
                    let quantizer = segment.byte(at: 8 + 3 * index).map(Int.init),
                    1...4 ~= factors >> 4, 1...4 ~= factors & 15, quantizer < 4
                else { return false }
                components.append(
                    Component(
                        identifier: identifier, horizontal: factors >> 4, vertical: factors & 15,
                        quantizer: quantizer))
            }
            // The blocks of a single component are not interleaved, whatever its factors are.
            if count == 1 { (components[0].horizontal, components[0].vertical) = (1, 1) }
            return components.reduce(0) { $0 + $1.horizontal * $1.vertical } <= 10
        }

        private mutating func readCodes(_ segment: RawSpan) -> Bool {
            var offset = 0
            while offset < segment.byteCount {
                guard let selector = segment.byte(at: offset).map(Int.init), selector & 15 < 4,
                    selector >> 4 < 2, offset + 17 <= segment.byteCount
                else { return false }
                let counts = (1...16).map { Int(segment.byte(at: offset + $0) ?? 0) }
                let symbols = counts.reduce(0, +)
                offset += 17
                guard symbols <= 256, offset + symbols <= segment.byteCount,
                    let code = JPEGHuffmanCode(
                        counts: counts,
                        symbols: (offset..<offset + symbols).map { segment.byte(at: $0) ?? 0 })
                else { return false }
                codes[selector >> 4][selector & 15] = code
                offset += symbols
            }
            return true
        }

        private mutating func readQuantizations(_ segment: RawSpan) -> Bool {
            guard segment.byteCount % 65 == 0 else { return false }
            for offset in stride(from: 0, to: segment.byteCount, by: 65) {
                // Tables of 16-bit steps have other selectors.
                guard let selector = segment.byte(at: offset).map(Int.init), selector < 4 else {
                    return false
                }
                let steps = (1...64).map { segment.byte(at: offset + $0) ?? 0 }
                guard !steps.contains(0) else { return false }
                quantizations[selector] = steps
            }
            return true
        }

        private mutating func readScan(_ segment: RawSpan) -> Bool {
            let count = components.count
            guard count > 0, segment.byteCount == 4 + 2 * count,
                segment.byte(at: 0) == UInt8(count), segment.byte(at: 1 + 2 * count) == 0,
                segment.byte(at: 2 + 2 * count) == 63, segment.byte(at: 3 + 2 * count) == 0
            else { return false }
            for index in 0..<count {
                guard segment.byte(at: 1 + 2 * index) == components[index].identifier,
                    let selectors = segment.byte(at: 2 + 2 * index).map(Int.init),
                    selectors >> 4 < 4, selectors & 15 < 4,
                    let steps = quantizations[components[index].quantizer],
                    let first = codes[0][selectors >> 4], first.has(sizes: 0...11, runs: 0...0),
                    let others = codes[1][selectors & 15], others.has(sizes: 0...10, runs: 0...15)
                else { return false }
                components[index].quantization = steps
                components[index].codes = (first, others)
            }
            return true
        }
    }
#endif
