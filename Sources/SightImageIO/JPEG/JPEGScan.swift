#if JPEG && canImport(CLibJPEG)
    /// Decodes the entropy-coded data of a baseline file to the samples of its thumbnail.
    ///
    /// - Source: ITU-T T.81: section A.2.3 defines MCUs (minimum coded units), E.2.4 restart
    ///   intervals, and F.2.2 Huffman decoding.
    struct JPEGScan {
        /// What the decoding of a block of an MCU needs, without references.
        private struct Block: BitwiseCopyable {
            let component: Int
            /// The position of its first sample in the first MCU.
            let start: Int
            /// The number of samples to the next MCU, and to the MCU below.
            let right, down: Int
            /// The number of samples of a row; 0 if the block becomes one sample.
            let rowBytes: Int
            /// The position of the table of first coefficients, and of that of the others.
            let first, others: Int
        }

        /// How to use a coefficient.
        private struct Coefficient: BitwiseCopyable {
            let step: Int32
            let weight: JPEGReducedBlock.Weight
        }

        private let frame: JPEGFrame
        private var sampleCount = 0
        private var blocks: [Block] = []
        /// 64 for each component, in zigzag order.
        private var coefficients: [Coefficient] = []
        /// For each component, the symbol table of the first coefficients of its blocks, then the
        /// symbol table or the skip table of the others.
        private var tables: [UInt16] = []

        /// Makes a decoder.
        ///
        /// - Parameters:
        ///   - frame: the frame.
        ///   - planes: the planes of its components, as ``JPEGPlane`` lays them out.
        init(_ frame: JPEGFrame, _ planes: [JPEGPlane]) {
            self.frame = frame
            for (index, (component, plane)) in zip(frame.components, planes).enumerated() {
                let isReduced = plane.blockSide == 2
                for y in 0..<component.vertical {
                    for x in 0..<component.horizontal {
                        blocks.append(
                            Block(
                                component: index,
                                start: plane.offset + plane.blockSide * (y * plane.rowBytes + x),
                                right: plane.blockSide * component.horizontal,
                                down: plane.blockSide * component.vertical * plane.rowBytes,
                                rowBytes: isReduced ? plane.rowBytes : 0, first: tables.count,
                                others: tables.count + 1 << JPEGHuffmanCode.indexBits))
                    }
                }
                let symbols = component.codes.others.symbolTable()
                tables += component.codes.first.symbolTable()
                tables += isReduced ? symbols : JPEGHuffmanCode.skipTable(symbols)
                coefficients += zip(component.quantization, JPEGReducedBlock.weights).map {
                    Coefficient(step: Int32($0), weight: $1)
                }
                sampleCount += plane.rowBytes * plane.rows
            }
        }

        /// Decodes all MCUs.
        ///
        /// - Returns: the samples of all planes; `nil` if the data is damaged, does not end with
        ///   the image, or has coefficients that no image needs.
        func decode(_ bytes: RawSpan) -> [UInt8]? {
            var samples = [UInt8](repeating: 0, count: sampleCount)
            var output = samples.mutableSpan
            var reader = JPEGBitReader(offset: frame.scanOffset)
            var predictions = InlineArray<3, Int32>(repeating: 0)
            var (left, restarts) = (frame.restartInterval, UInt8(0))
            let (rows, columns, blocks) = (frame.rows, frame.columns, blocks.span)
            for row in 0..<rows {
                for column in 0..<columns {
                    if left == 0, frame.restartInterval > 0 {
                        guard reader.pass(marker: 0xD0 + restarts, bytes) else { return nil }
                        predictions = InlineArray(repeating: 0)
                        (left, restarts) = (frame.restartInterval, (restarts + 1) % 8)
                    }
                    left &-= 1
                    for index in blocks.indices {
                        let block = blocks[index]
                        let place = block.start + row * block.down + column * block.right
                        guard
                            let found = decode(
                                block, &reader, bytes, &predictions[block.component])
                        else { return nil }
                        output[place] = Self.byte(found[0])
                        guard block.rowBytes > 0 else { continue }
                        output[place + 1] = Self.byte(found[1])
                        output[place + block.rowBytes] = Self.byte(found[2])
                        output[place + block.rowBytes + 1] = Self.byte(found[3])
                    }
                }
                guard !reader.isExhausted else { return nil }
            }
            return reader.pass(marker: 0xD9, bytes) ? samples : nil
        }

        /// Decodes a block.
        ///
        /// - Returns: its samples, two in each of two rows, or four times the only one; `nil` if
        ///   the block is not valid.
        @inline(__always) private func decode(
            _ block: Block, _ reader: inout JPEGBitReader, _ bytes: RawSpan,
            _ prediction: inout Int32
        ) -> SIMD4<Int32>? {
            reader.refill(bytes)
            let entry = symbol(block.first, reader, block.component, isFirst: true)
            guard entry != 0 else { return nil }
            prediction &+= reader.value(entry)
            reader.skip(entry & 31)
            let first = prediction &* coefficients.span[64 &* block.component].step
            guard first.magnitude <= JPEGReducedBlock.maximum else { return nil }
            guard block.rowBytes > 0 else {
                let isValid = skipOthers(block, &reader, bytes)
                return isValid ? SIMD4(repeating: (first + 4) >> 3) : nil
            }
            var reduced = JPEGReducedBlock(first: first)
            guard addOthers(to: &reduced, block, &reader, bytes) else { return nil }
            let samples = reduced.samples()
            // Beyond these limits, samples of libjpeg depend on the processor.
            guard all(samples .>= -512 .& samples .< 512) else { return nil }
            return samples
        }

        /// Skips all coefficients of a block but the first.
        ///
        /// - Returns: whether the block is valid.
        @inline(__always) private func skipOthers(
            _ block: Block, _ reader: inout JPEGBitReader, _ bytes: RawSpan
        ) -> Bool {
            let table = tables.span
            var position = 1
            while true {
                reader.refill(bytes)
                // An entry skips at most 22 bits, so the bits suffice for two.
                for _ in 0..<2 {
                    let before = reader
                    let entry = Int(
                        table[block.others &+ reader.peek(JPEGHuffmanCode.indexBits)])
                    reader.skip(entry)
                    position &+= entry >> 6
                    guard position >= 64 else { continue }
                    let isAtEnd = 1...63 ~= position &- JPEGHuffmanCode.endOfBlock
                    if position == 64 || isAtEnd { return true }
                    // The block ends within the entry, or its code is long, or there is none.
                    reader = before
                    position &-= entry >> 6
                    guard skipOne(block, &reader, &position, bytes) else { return false }
                    if position >= 64 { return true }
                    break
                }
            }
        }

        /// Skips the next coefficient of a block, or what is left of the block at its end.
        ///
        /// - Returns: whether the symbol is valid.
        @inline(__always) private func skipOne(
            _ block: Block, _ reader: inout JPEGBitReader, _ position: inout Int, _ bytes: RawSpan
        ) -> Bool {
            reader.refill(bytes)
            let entry = longSymbol(reader, block.component, isFirst: false)
            let (size, run) = (entry >> 5 & 15, entry >> 9)
            reader.skip(entry & 31)
            if size == 0, run == 0 {
                position = 64
                return entry != 0
            }
            position &+= run &+ 1
            return position <= 64 && (size > 0 || run == 15)
        }

        /// Adds all coefficients of a block but the first.
        ///
        /// - Returns: whether the block is valid.
        @inline(__always) private func addOthers(
            to reduced: inout JPEGReducedBlock, _ block: Block, _ reader: inout JPEGBitReader,
            _ bytes: RawSpan
        ) -> Bool {
            let coefficients = coefficients.span
            var position = 1
            while true {
                reader.refill(bytes)
                // A symbol and its coefficient have at most 26 bits, so the bits suffice for two.
                for _ in 0..<2 {
                    let entry = symbol(block.others, reader, block.component, isFirst: false)
                    let (size, run) = (entry >> 5 & 15, entry >> 9)
                    if size == 0, run == 0 {
                        reader.skip(entry & 31)
                        return entry != 0
                    }
                    position &+= run
                    guard position < 64, size > 0 || run == 15 else { return false }
                    let use = coefficients[64 &* block.component &+ position]
                    let coefficient = reader.value(entry) &* use.step
                    guard coefficient.magnitude <= JPEGReducedBlock.maximum else { return false }
                    reduced.add(coefficient, use.weight)
                    reader.skip(entry & 31)
                    position &+= 1
                    if position == 64 { return true }
                }
            }
        }

        /// Returns the entry of the next symbol; 0 if there is none.
        @inline(__always) private func symbol(
            _ table: Int, _ reader: JPEGBitReader, _ component: Int, isFirst: Bool
        ) -> Int {
            let entry = Int(tables.span[table &+ reader.peek(JPEGHuffmanCode.indexBits)])
            return entry != 0 ? entry : longSymbol(reader, component, isFirst: isFirst)
        }

        /// Returns the entry of a symbol whose code may be longer than the index of a table; 0 if
        /// there is none.
        @inline(never) private func longSymbol(
            _ reader: JPEGBitReader, _ component: Int, isFirst: Bool
        ) -> Int {
            let codes = frame.components[component].codes
            return (isFirst ? codes.first : codes.others).entry(at: reader.peek(16))
        }

        /// Limits a sample to a byte.
        @inline(__always) private static func byte(_ sample: Int32) -> UInt8 {
            UInt8(truncatingIfNeeded: max(0, min(255, sample &+ 128)))
        }
    }
#endif
