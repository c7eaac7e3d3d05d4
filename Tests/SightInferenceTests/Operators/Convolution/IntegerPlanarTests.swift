import ModelFixtures
import SightInference
import SightTensor
import Testing

/// Compares first layers of networks for images, whose registers hold neighboring pixels, with the
/// same layers after channels without weight were added, whose registers hold output channels.
@Suite struct IntegerPlanarTests {
    /// A convolution of two images.
    private struct Layer {
        var channels: Int
        var outputs = 8
        var size = (height: 7, width: 70)
        var kernel = (height: 3, width: 3)
        var stride = (height: 2, width: 2)
        var isSame = true

        private var cellCount: Int { kernel.height * kernel.width }

        /// Runs the layer with `extra` channels that have no weight.
        func run(_ type: ElementType, extra: Int, threads: Int) throws -> [UInt8] {
            let (zero, weightZero) = type == .int8 ? (-11, 0) : (97, 119)
            let depth = channels + extra
            var layer = LayerCase(
                options: [
                    0: .byte(isSame ? 0 : 1), 1: .int(stride.width), 2: .int(stride.height),
                    3: .byte(0), 4: .int(1), 5: .int(1),
                ],
                input: [2, size.height, size.width, depth],
                filter: [outputs, kernel.height, kernel.width, depth],
                weights: elements(
                    outputs * cellCount, extra, fill: UInt8(weightZero), seed: 3))
            var random = SeededGenerator(seed: 4)
            layer.bias = (0..<outputs).flatMap { _ in
                Int32.random(in: -9000...9000, using: &random).littleEndianBytes
            }
            (layer.type, layer.rounding) = (type, .nearest)
            layer.inputQuantization = Quantization(scale: 0.5, zeroPoint: zero)
            layer.filterQuantization = Quantization(scale: 0.25, zeroPoint: weightZero)
            layer.outputQuantization = Quantization(
                scale: Float(30 * cellCount), zeroPoint: type == .int8 ? -3 : 120)
            return try layer.run(
                elements(2 * size.height * size.width, extra, fill: 0, seed: 5), threads: threads
            ).bytes
        }

        /// Random channels of `count` pixels, each followed by `extra` channels of `fill`.
        private func elements(_ count: Int, _ extra: Int, fill: UInt8, seed: UInt64) -> [UInt8] {
            var random = SeededGenerator(seed: seed)
            return (0..<count).flatMap { _ in
                (0..<channels).map { _ in UInt8.random(in: 0...255, using: &random) }
                    + [UInt8](repeating: fill, count: extra)
            }
        }
    }

    private static let layers = [
        Layer(channels: 3), Layer(channels: 4), Layer(channels: 3, outputs: 35),
        Layer(channels: 3, stride: (1, 1)), Layer(channels: 4, outputs: 17, stride: (1, 1)),
        Layer(channels: 3, isSame: false), Layer(channels: 4, size: (9, 161), isSame: false),
        Layer(channels: 3, outputs: 5, size: (12, 229), kernel: (4, 5), stride: (1, 3)),
        Layer(channels: 4, size: (6, 101), kernel: (5, 2), stride: (3, 1)),
        Layer(channels: 3, size: (20, 224), kernel: (7, 7)),
        // Several strips of rows.
        Layer(channels: 3, outputs: 24, size: (62, 161)),
        Layer(channels: 4, outputs: 16, size: (50, 170), stride: (1, 1)),
    ]

    @Test(arguments: [ElementType.uint8, .int8])
    func equalsLayersWithFurtherChannels(_ type: ElementType) throws {
        for layer in Self.layers {
            let expected = try layer.run(type, extra: 5, threads: 1)
            #expect(Set(expected).count > 10)
            for threads in [1, 3] {
                #expect(try layer.run(type, extra: 0, threads: threads) == expected, "\(layer)")
            }
        }
    }
}
