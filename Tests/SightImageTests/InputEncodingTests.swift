import SightImage
import SightTensor
import Testing

@Suite struct InputEncodingTests {
    @Test func normalizationOfOneOrThreeValues() throws {
        let one = try InputEncoding.normalized(mean: [127.5], std: [127.5])
        #expect(one.scale == SIMD3<Float>(repeating: 1 / 127.5))
        #expect(one.offset == SIMD3(repeating: -1))
        let three = try InputEncoding.normalized(mean: [10, 20, 30], std: [1, 2, 4])
        #expect(three.scale == SIMD3(1, 0.5, 0.25))
        #expect(three.offset == SIMD3(-10, -10, -7.5))
    }

    @Test func quantizedMapsThroughRealValues() throws {
        let encoding = try InputEncoding.quantized(
            .int8, Quantization(scale: 1 / 128, zeroPoint: -1), mean: [127.5], std: [127.5])
        // (255 − 127.5) / 127.5 = 1 → 128 − 1
        #expect(abs(255 * encoding.scale.x + encoding.offset.x - 127) <= 1e-4)
    }

    @Test func refusesWhatModelsCannotMean() {
        let bad: [() throws -> InputEncoding] = [
            { try .normalized(mean: [1, 2], std: [1]) },
            { try .normalized(mean: [1], std: [1, 1, 0]) },
            { try .normalized(mean: [.nan], std: [1]) },
            { try .normalized(mean: [0], std: [1], channels: 4) },
            { try .quantized(.int8, Quantization(scale: 0, zeroPoint: 0)) },
            { try InputEncoding(elementType: .int16, scale: .one, offset: .zero) },
        ]
        for make in bad {
            let error = #expect(throws: ImageError.self) { _ = try make() }
            #expect(error?.code == .unsupportedFormat)
        }
    }
}
