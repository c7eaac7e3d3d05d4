import ModelFixtures
import SightInference
import SightTensor
import Testing

/// Compares layers that AVX2 and, with more than 8 columns and not on Intel's processors, AVX-512
/// VNNI compute in tiles of 4 × 4 pixels with a layer that no tier computes in this way, because one
/// of its biases is too large.
@Suite struct WinogradProductTests {
    private static let (height, width, channels) = (8, 10, 27)
    /// The number of columns of the layer with a large bias, which is that of the last column.
    private static let allColumns = 33

    /// A layer whose first columns have the same weights for any number of columns.
    private static func layer(columns: Int, isPadded: Bool, _ type: ElementType) -> LayerCase {
        var random = SeededGenerator(seed: 5)
        let weights = (0..<columns * 9 * channels).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        var layer = LayerCase(
            input: [2, height, width, channels], filter: [columns, 3, 3, channels], weights: weights
        )
        layer.options = [0: .byte(isPadded ? 0 : 1), 1: .int(1), 2: .int(1)]
        layer.type = type
        layer.bias = (0..<columns).flatMap { column -> [UInt8] in
            let bias: Int32 = column == allColumns - 1 ? 1 << 30 : 700 * Int32(column) - 5000
            return bias.littleEndianBytes
        }
        layer.inputQuantization = Quantization(scale: 0.5, zeroPoint: type == .int8 ? -11 : 97)
        layer.filterQuantization = Quantization(scale: 0.25, zeroPoint: type == .int8 ? 0 : 119)
        layer.outputQuantization = Quantization(scale: 900, zeroPoint: type == .int8 ? -3 : 120)
        layer.rounding = .nearest
        return layer
    }

    @Test(
        arguments: [1, 8, 12, 17, 24, 32],
        [(false, .uint8), (false, .int8), (true, .uint8), (true, .int8)] as [(Bool, ElementType)])
    func equalsOtherProducts(columns: Int, layer: (isPadded: Bool, type: ElementType)) throws {
        let (isPadded, type) = layer
        var random = SeededGenerator(seed: 6)
        let input = (0..<2 * Self.height * Self.width * Self.channels).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        let all = try Self.layer(columns: Self.allColumns, isPadded: isPadded, type).run(input)
            .bytes
        let pixels = all.count / Self.allColumns
        #expect(pixels == 2 * (isPadded ? 80 : 48))
        #expect(Set(all).count > 20)
        let expected = (0..<pixels).flatMap { pixel in
            all[(Self.allColumns * pixel)..<(Self.allColumns * pixel + columns)]
        }
        for threads in [1, 3] {
            let layer = Self.layer(columns: columns, isPadded: isPadded, type)
            #expect(try layer.run(input, threads: threads).bytes == expected)
        }
    }

    /// Sums that do not fit tiles of 4 × 4 pixels are computed otherwise.
    ///
    /// The sums of 96 channels of weights of 127 and inputs of 255 have the magnitude 28 million; with
    /// 256 channels it is 75 million. A bias counts, too: with 32 channels, one of 2²⁴ fits, and one
    /// of 2²⁵ does not.
    @Test(
        arguments: [
            (96, 0), (256, 0), (32, 1 << 24), (32, 1 << 25), (32, -1 << 25), (32, 1 << 30),
        ]
    )
    func largestSums(channels: Int, bias: Int) throws {
        let weights = [UInt8](repeating: 127, count: 32 * 9 * channels)
        var layer = LayerCase(
            input: [1, 12, 12, channels], filter: [32, 3, 3, channels], weights: weights)
        layer.options = [0: .byte(1), 1: .int(1), 2: .int(1)]
        layer.type = .int8
        layer.bias = (0..<32).flatMap { _ in Int32(bias).littleEndianBytes }
        layer.inputQuantization = Quantization(scale: 1, zeroPoint: -128)
        layer.filterQuantization = Quantization(scale: 1, zeroPoint: 0)
        let sum = 255 * 127 * 9 * channels + bias
        layer.outputQuantization = Quantization(scale: Float(abs(sum)) / 100, zeroPoint: 0)
        layer.rounding = .nearest
        let outputs = try layer.run([UInt8](repeating: 127, count: 144 * channels)).bytes
        let expected = UInt8(bitPattern: sum > 0 ? 100 : -100)
        #expect(outputs == [UInt8](repeating: expected, count: 100 * 32))
    }
}
