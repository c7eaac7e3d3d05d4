import ModelFixtures
import SightModelFile
import SightTensor
import Testing

/// Layers with float inputs and 8-bit weights, whose threads quantize the input together.
@Suite struct HybridQuantizationTests {
    @Test(
        "several threads give the results of one",
        arguments: [1 << 10, 6_544, 6_560, 50_000], [false, true])
    func threads(pixels: Int, isAsymmetric: Bool) throws {
        let (channels, columns) = (5, 7)
        var random = SeededGenerator(seed: UInt64(pixels))
        let weights = (0..<columns * channels).map { _ in
            UInt8(bitPattern: Int8.random(in: -127...127, using: &random))
        }
        var layer = LayerCase(
            input: [1, pixels / 16, 16, channels], filter: [columns, 1, 1, channels],
            weights: weights)
        layer.filterType = .int8
        // Inputs are quantized asymmetrically if the scales of the channels differ.
        let scales = (0..<columns).map { isAsymmetric ? Float($0 + 5) / 512 : 0.01 }
        layer.filterQuantization = Quantization(
            scales: scales, zeroPoints: scales.map { _ in 0 }, axis: 0)
        layer.options = [1: .int(1), 2: .int(1)]
        var values = (0..<pixels * channels).map { _ in Float.random(in: -1...1, using: &random) }
        // The extremes are in the parts of different threads.
        values[100] = -2
        values[values.count - 100] = 3
        let input = values.littleEndianBytes
        let alone = try layer.run(input)
        #expect(alone.shape == Shape([1, pixels / 16, 16, columns]))
        for threads in [2, 3, 5] {
            let together = try layer.run(input, threads: threads)
            #expect(together.shape == alone.shape)
            #expect(together.bytes == alone.bytes, "\(threads) threads")
        }
    }
}
