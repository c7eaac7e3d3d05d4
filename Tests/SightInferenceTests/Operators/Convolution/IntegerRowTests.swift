import ModelFixtures
import SightTensor
import Testing

/// Compares layers with one row, whose weights are not packed, with packed layers of two rows.
@Suite struct IntegerRowTests {
    private static let (depth, columns) = (523, 517)

    /// A layer with the same input, filter and quantization for any number of rows.
    private static func layer(rows: Int, isConvolution: Bool, _ type: ElementType) -> LayerCase {
        var random = SeededGenerator(seed: 7)
        let weights = (0..<depth * columns).map { _ in UInt8.random(in: 0...255, using: &random) }
        let bias = (0..<columns).map { _ in Int32.random(in: -9000...9000, using: &random) }
        var layer = LayerCase(
            input: isConvolution ? [1, 1, rows, depth] : [rows, depth],
            filter: isConvolution ? [columns, 1, 1, depth] : [columns, depth], weights: weights)
        if isConvolution {
            layer.options = [0: .byte(1), 1: .int(1), 2: .int(1)]
        } else {
            (layer.code, layer.optionsType) = (9, 8)
        }
        layer.type = type
        layer.bias = bias.flatMap { $0.littleEndianBytes }
        layer.inputQuantization = Quantization(scale: 0.5, zeroPoint: type == .int8 ? -11 : 97)
        layer.filterQuantization = Quantization(scale: 0.25, zeroPoint: type == .int8 ? 0 : 119)
        layer.outputQuantization = Quantization(scale: 3000, zeroPoint: type == .int8 ? -3 : 120)
        return layer
    }

    @Test(arguments: [false, true], [ElementType.uint8, .int8])
    func equalsPackedWeights(isConvolution: Bool, type: ElementType) throws {
        var random = SeededGenerator(seed: 8)
        let input = (0..<2 * Self.depth).map { _ in UInt8.random(in: 0...255, using: &random) }
        let both = try Self.layer(rows: 2, isConvolution: isConvolution, type).run(input).bytes
        #expect(Set(both).count > 10)
        for row in 0..<2 {
            let layer = Self.layer(rows: 1, isConvolution: isConvolution, type)
            let part = Array(input[(row * Self.depth)..<((row + 1) * Self.depth)])
            for threads in [1, 3] {
                let bytes = try layer.run(part, threads: threads).bytes
                #expect(bytes == Array(both[(row * Self.columns)..<((row + 1) * Self.columns)]))
            }
        }
    }
}
