import ModelFixtures
import SightInference
import SightTensor
import Testing

/// Compares layers with 16 columns, which the tier avx2 computes in tiles of 2 × 2 pixels, with layers of
/// 17 columns, which no tier computes in this way.
@Suite struct WinogradProductTests {
    private static let (height, width, channels) = (7, 10, 19)

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
        layer.bias = (0..<columns).flatMap { Int32(700 * $0 - 5000).littleEndianBytes }
        layer.inputQuantization = Quantization(scale: 0.5, zeroPoint: type == .int8 ? -11 : 97)
        layer.filterQuantization = Quantization(scale: 0.25, zeroPoint: type == .int8 ? 0 : 119)
        layer.outputQuantization = Quantization(scale: 900, zeroPoint: type == .int8 ? -3 : 120)
        layer.rounding = .nearest
        return layer
    }

    @Test(arguments: [false, true], [ElementType.uint8, .int8])
    func equalsOtherProducts(isPadded: Bool, type: ElementType) throws {
        var random = SeededGenerator(seed: 6)
        let input = (0..<2 * Self.height * Self.width * Self.channels).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        let wide = try Self.layer(columns: 17, isPadded: isPadded, type).run(input).bytes
        let pixels = wide.count / 17
        #expect(pixels == 2 * (isPadded ? 70 : 40))
        #expect(Set(wide).count > 20)
        let expected = (0..<pixels).flatMap { wide[(17 * $0)..<(17 * $0 + 16)] }
        for threads in [1, 3] {
            let layer = Self.layer(columns: 16, isPadded: isPadded, type)
            #expect(try layer.run(input, threads: threads).bytes == expected)
        }
    }
}
