import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

@Suite struct FullyConnectedTests {
    private static func layer(_ input: [Int], _ filter: [Int], _ weights: [UInt8]) -> LayerCase {
        LayerCase(
            code: 9, optionsType: 8, input: input, filter: filter, weights: weights)
    }

    @Test("floats, with and without keeping the input's extents", arguments: [false, true])
    func float(keeps: Bool) throws {
        var layer = Self.layer([2, 1, 3], [2, 3], [1, 2, 3, -1, 0, 1].littleEndianBytes)
        layer.bias = [10, -20].littleEndianBytes
        layer.options = [0: .byte(1), 2: .bool(keeps)]
        let (shape, bytes) = try layer.run([1, 1, 1, 2, 0, 30].littleEndianBytes)
        #expect(shape == (keeps ? [2, 1, 2] : [2, 2]))
        #expect([Float](bytes: bytes) == [16, 0, 102, 8])
    }

    @Test("many columns on many threads")
    func columns() throws {
        let (depth, columns) = (700, 1500)
        let weights = (0..<columns * depth).map { Float($0 * 31 % 15 - 7) }
        let input = (0..<depth).map { Float($0 % 9 - 4) }
        let layer = Self.layer([1, depth], [columns, depth], weights.littleEndianBytes)
        let expected = (0..<columns).map { n in
            (0..<depth).reduce(Float(0)) { $0 + input[$1] * weights[n * depth + $1] }
        }
        for threads in [1, 4] {
            let (_, bytes) = try layer.run(input.littleEndianBytes, threads: threads)
            #expect([Float](bytes: bytes) == expected)  // whole numbers: exact
        }
    }

    @Test("weights with a scale for each block", arguments: [ElementType.int8, .int4, .int2])
    func blocks(type: ElementType) throws {
        let (depth, columns, length) = (32, 3, 8)
        let perByte = type == .int8 ? 1 : type == .int4 ? 2 : 4
        let bytes = (0..<columns * depth / perByte).map { UInt8(truncatingIfNeeded: $0 * 91 + 7) }
        let scales = (0..<columns * depth / length).map { 0.25 + Float($0) / 8 }
        let weights = (0..<columns * depth).map { place in
            let integer =
                PackedIntegers(type).map { packing in
                    bytes.withUnsafeBytes { bytes in
                        bytes.baseAddress.map { packing.value($0, place) } ?? 0
                    }
                } ?? Int8(bitPattern: bytes[place])
            return Float(integer) * scales[place / length]
        }
        let input = (0..<2 * depth).map { Float($0 % 11 - 5) }
        let reals = try Self.layer([2, depth], [columns, depth], weights.littleEndianBytes)
            .run(input.littleEndianBytes)
        var layer = Self.layer([2, depth], [columns, depth], bytes)
        layer.filterType = type
        layer.filterQuantization = Quantization(scales: scales, blockLength: length)
        #expect(try layer.run(input.littleEndianBytes).bytes == reals.bytes)
    }

    @Test(
        "blocks of 4 and 2 bits are multiplied as integers",
        arguments: [ElementType.int4, .int2], [1, 3])
    func integerBlocks(type: ElementType, rows: Int) throws {
        let (depth, columns, length) = (192, 21, 64)
        let packing = try #require(PackedIntegers(type))
        let perByte = type == .int4 ? 2 : 4
        let bytes = (0..<columns * depth / perByte).map { UInt8(truncatingIfNeeded: $0 * 91 + 7) }
        let scales = (0..<columns * depth / length).map { 0.25 + Float($0 % 5) / 8 }
        let weights = bytes.withUnsafeBytes { bytes in
            (0..<columns * depth).map { place in
                bytes.baseAddress.map { Float(packing.value($0, place)) * scales[place / length] }
                    ?? .nan
            }
        }
        // The largest magnitude of a row is 127, so that each input is its own quantized number.
        let input: [Float] = (0..<rows * depth).map { (place: Int) -> Float in
            place % depth == 5 ? 127 : Float(place * 7 % 100 - 50)
        }
        let bias = (0..<columns).map { Float($0) - 4 }
        var layer = Self.layer([rows, depth], [columns, depth], bytes)
        layer.filterType = type
        layer.filterQuantization = Quantization(scales: scales, blockLength: length)
        layer.bias = bias.littleEndianBytes
        for threads in [1, 3] {
            let outputs = [Float](
                bytes: try layer.run(input.littleEndianBytes, threads: threads).bytes)
            #expect(outputs.count == rows * columns)
            for (place, output) in outputs.enumerated() {
                let (row, column) = place.quotientAndRemainder(dividingBy: columns)
                var sum = Double(bias[column])
                for k in 0..<depth {
                    sum += Double(input[row * depth + k]) * Double(weights[column * depth + k])
                }
                #expect(abs(Double(output) - sum) < 0.02, "row \(row), column \(column)")
            }
        }
    }

    @Test("4-bit weights of channels give the same with one row and with several")
    func fourBitChannels() throws {
        let (depth, columns) = (96, 37)
        let bytes = (0..<columns * depth / 2).map { UInt8(truncatingIfNeeded: $0 * 91 + 7) }
        let input = (0..<depth).map { Float($0 * 7 % 100 - 50) / 8 }
        func outputs(rows: Int) throws -> [Float] {
            var layer = Self.layer([rows, depth], [columns, depth], bytes)
            layer.filterType = .int4
            layer.filterQuantization = Quantization(
                scales: (0..<columns).map { 0.25 + Float($0) / 8 },
                zeroPoints: [Int](repeating: 0, count: columns), axis: 0)
            let repeated = (0..<rows).flatMap { _ in input }
            return [Float](bytes: try layer.run(repeated.littleEndianBytes).bytes)
        }
        let (one, three) = (try outputs(rows: 1), try outputs(rows: 3))
        #expect(one.count == columns && three.count == 3 * columns)
        for (place, output) in three.enumerated() {
            #expect(abs(output - one[place % columns]) <= 1e-4 * max(1, output.magnitude))
        }
    }

    @Test("int16 rows of any length", arguments: [1, 15, 16, 255, 256, 257, 700])
    func int16(depth: Int) throws {
        let (rows, columns) = (7, 5)
        let input = (0..<rows * depth).map { Int16(truncatingIfNeeded: $0 * 9973) }
        let weights = (0..<columns * depth).map { Int8(truncatingIfNeeded: $0 * 91) }
        var layer = Self.layer(
            [rows, depth], [columns, depth], weights.map { UInt8(bitPattern: $0) })
        (layer.type, layer.filterType) = (.int16, .int8)
        layer.inputQuantization = Quantization(scale: 1, zeroPoint: 0)
        layer.filterQuantization = Quantization(scale: 1, zeroPoint: 0)
        layer.outputQuantization = Quantization(scale: 512, zeroPoint: 0)
        // Sums with a bias of 64 bits are rounded once.
        (layer.bias, layer.biasType) = ([UInt8](repeating: 0, count: 8 * columns), .int64)
        layer.biasCount = columns
        let expected = (0..<rows * columns).map { place in
            let (row, column) = place.quotientAndRemainder(dividingBy: columns)
            let sum = (0..<depth).reduce(0) {
                $0 + Int(input[row * depth + $1]) * Int(weights[column * depth + $1])
            }
            return Int16(clamping: (sum + 256) >> 9)
        }
        let bytes = try layer.run(input.flatMap(\.littleEndianBytes), threads: 2).bytes
        #expect([Int16](bytes: bytes) == expected)
    }

    @Test("int8 products are rounded once")
    func roundsOnce() throws {
        var layer = Self.layer([1, 1], [1, 1], [1])
        layer.type = .int8
        layer.inputQuantization = Quantization(scale: 1, zeroPoint: 0)
        layer.filterQuantization = Quantization(scale: 1, zeroPoint: 0)
        layer.outputQuantization = Quantization(scale: 4, zeroPoint: 0)
        // 5 / 4 = 1.25: rounded twice it would be 3 / 2 and then 2. −6 / 4 = −1.5 goes up.
        #expect(try layer.run([5]).bytes == [1])
        #expect(try layer.run([UInt8(bitPattern: -6)]).bytes == [UInt8(bitPattern: -1)])
    }

    @Test("float inputs with an int8 filter are quantized row by row")
    func hybrid() throws {
        var layer = Self.layer([2, 2], [1, 2], [1, 2])
        layer.filterType = .int8
        layer.filterQuantization = Quantization(scale: 0.5, zeroPoint: 0)
        layer.bias = [1].littleEndianBytes
        let (_, bytes) = try layer.run([127, -1, 0, 254].littleEndianBytes)
        #expect([Float](bytes: bytes) == [63.5, 255])
    }

    /// With so few rows, the threads share the columns.
    @Test("several threads have the results of one", arguments: [1, 3, 16])
    func hybridThreads(rows: Int) throws {
        let (depth, columns) = (1024, 1531)
        var layer = Self.layer(
            [rows, depth], [columns, depth],
            (0..<columns * depth).map { UInt8(truncatingIfNeeded: $0 &* 0x9E37 >> 7) })
        layer.filterType = .int8
        layer.filterQuantization = Quantization(scale: 0.01, zeroPoint: 0)
        layer.bias = (0..<columns).map { Float($0) }.littleEndianBytes
        let input = (0..<rows * depth).map { Float($0 &* 0x9E37 >> 5 & 255) - 99 }
        let bytes = input.littleEndianBytes
        let expected = try layer.run(bytes).bytes
        for threads in [2, 4] {
            #expect(try layer.run(bytes, threads: threads).bytes == expected)
        }
    }

    @Test("a filter that does not fit is named")
    func errors() throws {
        let layer = Self.layer([1, 5], [2, 3], [0, 0, 0, 0, 0, 0].littleEndianBytes)
        let error = #expect(throws: ModelError.self) { try layer.prepare() }
        #expect(
            error?.message
                == "FULLY_CONNECTED #0 \"layer\": filter [2,3] must be [N,K] with K dividing "
                + "input [1,5]")
    }
}
