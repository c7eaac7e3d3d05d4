import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

@Suite struct DepthwiseConvolution2DTests {
    private static func layer(
        channels: Int, multiplier: Int, weights: [UInt8], width: Int = 5
    ) -> LayerCase {
        LayerCase(
            code: 4, optionsType: 2,
            options: [0: .byte(0), 1: .int(1), 2: .int(1), 3: .int(multiplier)],
            input: [1, 4, width, channels], filter: [1, 3, 3, channels * multiplier],
            weights: weights)
    }

    /// The sums of products by the definition, on an image of 4 rows with SAME padding.
    private static func sums(
        _ channels: Int, _ multiplier: Int, width: Int = 5, _ value: (Int) -> Int,
        _ weight: (Int) -> Int
    ) -> [Int] {
        var result: [Int] = []
        let outputs = channels * multiplier
        for pixel in 0..<(4 * width) {
            for n in 0..<outputs {
                var sum = 0
                for cell in 0..<9 {
                    let (row, column) = (
                        pixel / width + cell / 3 - 1, pixel % width + cell % 3 - 1
                    )
                    guard (0..<4).contains(row), (0..<width).contains(column) else { continue }
                    sum +=
                        value((row * width + column) * channels + n / multiplier)
                        * weight(cell * outputs + n)
                }
                result.append(sum)
            }
        }
        return result
    }

    static let sizes = [
        (1, 1), (1, 8), (3, 2), (16, 1), (33, 1), (70, 1), (2, 3), (16, 2), (5, 4), (9, 8), (2, 17),
    ]

    @Test("floats agree with the definition", arguments: sizes)
    func float(channels: Int, multiplier: Int) throws {
        let input = (0..<20 * channels).map { $0 * 7 % 17 - 8 }
        let weights = (0..<9 * channels * multiplier).map { $0 * 5 % 13 - 6 }
        let layer = Self.layer(
            channels: channels, multiplier: multiplier,
            weights: weights.map(Float.init).littleEndianBytes)
        let (shape, bytes) = try layer.run(input.map(Float.init).littleEndianBytes, threads: 2)
        #expect(shape == [1, 4, 5, channels * multiplier])
        let expected = Self.sums(channels, multiplier, { input[$0] }, { weights[$0] })
        #expect([Float](bytes: bytes) == expected.map(Float.init))
    }

    @Test("uint8 agrees with the definition", arguments: sizes)
    func uint8(channels: Int, multiplier: Int) throws {
        try expectBytes(channels, multiplier, width: 5)
    }

    @Test("pixels with few channels are taken together", arguments: [1, 2, 3, 8, 16, 24, 32])
    func mergedPixels(channels: Int) throws {
        for width in [2, 4, 6, 8, 16] { try expectBytes(channels, 1, width: width) }
    }

    private func expectBytes(_ channels: Int, _ multiplier: Int, width: Int) throws {
        let input = (0..<4 * width * channels).map { $0 * 37 % 256 }
        let weights = (0..<9 * channels * multiplier).map { $0 * 91 % 256 }
        var layer = Self.layer(
            channels: channels, multiplier: multiplier, weights: weights.map { UInt8($0) },
            width: width)
        layer.type = .uint8
        layer.inputQuantization = Quantization(scale: 1, zeroPoint: 255)
        layer.filterQuantization = Quantization(scale: 1, zeroPoint: 0)
        layer.outputQuantization = Quantization(scale: 1024, zeroPoint: 250)
        let expected = Self.sums(
            channels, multiplier, width: width, { input[$0] - 255 }, { weights[$0] }
        ).map {
            let first = (Double($0) / 2).rounded(.up)
            let second = (first / 512).rounded(.toNearestOrAwayFromZero)
            return UInt8(min(max(second + 250, 0), 255))
        }
        #expect(try layer.run(input.map { UInt8($0) }).bytes == expected)
    }

    @Test("int16 agrees with the definition", arguments: sizes)
    func int16(channels: Int, multiplier: Int) throws {
        let input = (0..<20 * channels).map { Int16(truncatingIfNeeded: $0 * 3337) }
        let weights = (0..<9 * channels * multiplier).map { Int8(truncatingIfNeeded: $0 * 91) }
        var layer = Self.layer(
            channels: channels, multiplier: multiplier,
            weights: weights.map { UInt8(bitPattern: $0) })
        (layer.type, layer.filterType) = (.int16, .int8)
        layer.inputQuantization = Quantization(scale: 1, zeroPoint: 0)
        layer.filterQuantization = Quantization(scale: 1, zeroPoint: 0)
        layer.outputQuantization = Quantization(scale: 256, zeroPoint: 0)
        let expected = Self.sums(channels, multiplier, { Int(input[$0]) }, { Int(weights[$0]) })
            .map { Int16(clamping: ($0 + 128) >> 8) }
        let bytes = try layer.run(input.flatMap(\.littleEndianBytes), threads: 2).bytes
        #expect([Int16](bytes: bytes) == expected)
    }

    /// Filters that the depthwise kernels of integers do not compute.
    @Test("large filters of uint8 agree with those padded by zeros", arguments: [1, 3])
    func largeFilters(multiplier: Int) throws {
        let (channels, size) = (10, 9)
        let outputs = channels * multiplier
        let small = (0..<9 * outputs).map { UInt8($0 * 91 % 256) }
        var layer = Self.layer(channels: channels, multiplier: multiplier, weights: small)
        layer.type = .uint8
        layer.inputQuantization = Quantization(scale: 1, zeroPoint: 200)
        layer.filterQuantization = Quantization(scale: 1, zeroPoint: 77)
        layer.outputQuantization = Quantization(scale: 1024, zeroPoint: 250)
        let input = (0..<20 * channels).map { UInt8($0 * 37 % 256) }
        let expected = try layer.run(input).bytes
        layer.filter = [1, size, size, outputs]
        layer.weights = [UInt8](repeating: 77, count: size * size * outputs)
        for cell in 0..<9 {
            let target = ((cell / 3 + 3) * size + cell % 3 + 3) * outputs
            layer.weights.replaceSubrange(
                target..<(target + outputs), with: small[(cell * outputs)..<((cell + 1) * outputs)])
        }
        #expect(try layer.run(input, threads: 2).bytes == expected)
    }

    /// The expected results are those of CONV_2D with one group for each input channel.
    @Test(
        "float inputs with an int8 filter give the results of a convolution with groups",
        arguments: [(3, 1), (16, 1), (70, 1), (3, 2), (9, 8)], [1, 3])
    func hybrid(_ channels: (input: Int, multiplier: Int), batches: Int) throws {
        let outputs = channels.input * channels.multiplier
        let weights = (0..<9 * outputs).map { UInt8(truncatingIfNeeded: $0 * 91) }
        var layer = Self.layer(
            channels: channels.input, multiplier: channels.multiplier, weights: weights)
        layer.input[0] = batches
        layer.filterType = .int8
        let scales = (0..<outputs).map { 0.01 + Float($0) / 512 }
        let zeros = scales.map { _ in 0 }
        layer.filterQuantization = Quantization(scales: scales, zeroPoints: zeros, axis: 3)
        layer.bias = (0..<outputs).map { Float($0) / 8 }.littleEndianBytes
        let input = (0..<20 * channels.input * batches).map { Float($0 * 37 % 1009) / 128 - 2 }
            .littleEndianBytes
        var twin = layer
        (twin.code, twin.filter) = (3, [outputs, 3, 3, 1])
        twin.optionsType = 1
        twin.options = [0: .byte(0), 1: .int(1), 2: .int(1)]
        twin.filterQuantization = Quantization(scales: scales, zeroPoints: zeros, axis: 0)
        twin.weights = (0..<9 * outputs).map { weights[$0 % 9 * outputs + $0 / 9] }
        #expect(try layer.run(input, threads: 2).bytes == twin.run(input).bytes)
    }

    @Test("channels that do not divide are named")
    func errors() throws {
        var layer = Self.layer(
            channels: 3, multiplier: 1, weights: [Float](repeating: 0, count: 27).littleEndianBytes)
        layer.input = [1, 4, 5, 2]
        let error = #expect(throws: ModelError.self) { try layer.prepare() }
        #expect(error?.code == .invalidNode)
        #expect(error?.message.contains("filter [1,3,3,3]") == true)
    }
}
