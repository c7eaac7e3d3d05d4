import SightTensor
import Testing

@Suite struct QuantizationTests {
    @Test func wholeTensor() {
        let quantization = Quantization(scale: 0.5, zeroPoint: -3)
        #expect(quantization.scale == 0.5)
        #expect(quantization.zeroPoint == -3)
        #expect(!quantization.isPerAxis)
    }

    @Test func perAxis() throws {
        let quantization = try #require(
            Quantization(scales: [0.5, 0.25], zeroPoints: [1, 2], axis: 3))
        #expect(quantization.isPerAxis)
        #expect(quantization.axis == 3)
        #expect(quantization.scale == 0.5)
        #expect(quantization != Quantization(scale: 0.5, zeroPoint: 1))
        #expect(Quantization(scales: [], zeroPoints: [], axis: 0) == nil)
        #expect(Quantization(scales: [1, 2], zeroPoints: [0], axis: 0) == nil)
    }
}
