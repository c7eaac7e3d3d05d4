import Foundation
import ModelFixtures
import SightModelFile
import SightTensor
import Testing

/// TANH and LOGISTIC of bytes.
@Suite struct ByteFunctionTests {
    @Test(arguments: [BuiltinOperator.tanh, .logistic], [ElementType.int8, .uint8])
    func allBytesHaveTheResultsOfTheFunction(code: BuiltinOperator, type: ElementType) throws {
        let bytes = (0..<256).map { UInt8($0) }
        let lowest = type == .int8 ? -128 : 0
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let from = Quantization(
                scale: powf(2, .random(in: -12...1, using: &generator)),
                zeroPoint: lowest + .random(in: 0...255, using: &generator))
            // The reference requires the output scale 1/256 of LOGISTIC.
            let to =
                code == .logistic
                ? Quantization(scale: 1.0 / 256, zeroPoint: lowest)
                : Quantization(
                    scale: powf(2, .random(in: -9...0, using: &generator)),
                    zeroPoint: lowest + .random(in: 0...255, using: &generator))
            let operation = SingleOperator(
                code: code, inputs: [.init(type, [256], from)], output: .init(type, [256], to))
            let expected = bytes.map { byte in
                let value = type == .int8 ? Int(Int8(bitPattern: byte)) : Int(byte)
                let x = from.scales[0] * Float(value - Int(from.zeroPoints[0]))
                let y = code == .tanh ? tanhf(x) : 1 / (1 + expf(-x))
                let steps = (y * (1 / to.scales[0])).rounded(.toNearestOrAwayFromZero)
                let result = steps + Float(to.zeroPoints[0])
                return UInt8(
                    truncatingIfNeeded: Int(min(max(result, Float(lowest)), Float(lowest + 255))))
            }
            #expect(try operation.run([bytes]) == expected, "\(from) \(to)")
        }
    }
}
