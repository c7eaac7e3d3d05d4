import ModelFixtures
import SightInference
import SightTensor
import Testing

@Suite struct DepthwiseConvolution2DTests {
    private static func layer(channels: Int, multiplier: Int, weights: [UInt8]) -> LayerCase {
        LayerCase(
            code: 4, optionsType: 2,
            options: [0: .byte(0), 1: .int(1), 2: .int(1), 3: .int(multiplier)],
            input: [1, 4, 5, channels], filter: [1, 3, 3, channels * multiplier], weights: weights)
    }

    /// Sums of products as the definition has them, on a 4 × 5 image with SAME padding.
    private static func sums(
        _ channels: Int, _ multiplier: Int, _ value: (Int) -> Int, _ weight: (Int) -> Int
    ) -> [Int] {
        var result: [Int] = []
        let outputs = channels * multiplier
        for pixel in 0..<20 {
            for n in 0..<outputs {
                var sum = 0
                for cell in 0..<9 {
                    let (row, column) = (pixel / 5 + cell / 3 - 1, pixel % 5 + cell % 3 - 1)
                    guard (0..<4).contains(row), (0..<5).contains(column) else { continue }
                    sum +=
                        value((row * 5 + column) * channels + n / multiplier)
                        * weight(cell * outputs + n)
                }
                result.append(sum)
            }
        }
        return result
    }

    static let sizes = [(1, 1), (1, 8), (3, 2), (16, 1), (33, 1), (70, 1)]

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
        let input = (0..<20 * channels).map { $0 * 37 % 256 }
        let weights = (0..<9 * channels * multiplier).map { $0 * 91 % 256 }
        var layer = Self.layer(
            channels: channels, multiplier: multiplier, weights: weights.map { UInt8($0) })
        layer.type = .uint8
        layer.inputQuantization = Quantization(scale: 1, zeroPoint: 255)
        layer.filterQuantization = Quantization(scale: 1, zeroPoint: 0)
        layer.outputQuantization = Quantization(scale: 1024, zeroPoint: 250)
        let expected = Self.sums(channels, multiplier, { input[$0] - 255 }, { weights[$0] }).map {
            let first = (Double($0) / 2).rounded(.up)
            let second = (first / 512).rounded(.toNearestOrAwayFromZero)
            return UInt8(min(max(second + 250, 0), 255))
        }
        #expect(try layer.run(input.map { UInt8($0) }).bytes == expected)
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
