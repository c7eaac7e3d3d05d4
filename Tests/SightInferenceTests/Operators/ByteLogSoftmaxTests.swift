import Foundation
import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// LOG_SOFTMAX of bytes; rows that are longer than a table are mapped with one.
@Suite struct ByteLogSoftmaxTests {
    @Test(arguments: [1, 3, 6, 255, 256, 257, 1003], [ElementType.int8, .uint8])
    func isNearTheRealNumbers(depth: Int, type: ElementType) throws {
        let (rows, scale, lowest) = (5, 0.07, type == .int8 ? -128 : 0)
        let (outputScale, outputZero) = (0.0625, lowest + 255)
        var builder = ModelBuilder()
        let quantizations = [
            Quantization(scale: Float(scale), zeroPoint: lowest + 100),
            Quantization(scale: Float(outputScale), zeroPoint: outputZero),
        ]
        let tensors = quantizations.map {
            builder.tensor("tensor", type, [rows, depth], quantization: $0)
        }
        (builder.inputs, builder.outputs) = ([tensors[0]], [tensors[1]])
        builder.node(
            builtin: BuiltinOperator.logSoftmax.number, inputs: [tensors[0]], outputs: [tensors[1]])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        let input = execution.bytes(graph.inputs[0])
        for index in input.indices { input[index] = UInt8(truncatingIfNeeded: index &* 73 &+ 11) }
        try execution.run()
        let output = Array(execution.bytes(graph.outputs[0]))
        func number(_ byte: UInt8) -> Int {
            type == .int8 ? Int(Int8(bitPattern: byte)) : Int(byte)
        }
        for row in 0..<rows {
            let values = (0..<depth).map { scale * Double(number(input[row * depth + $0])) }
            let sum = values.reduce(0) { $0 + exp($1) }
            for (index, value) in values.enumerated() {
                let steps = ((value - log(sum)) / outputScale).rounded() + Double(outputZero)
                let wanted = Int(max(steps, Double(lowest)))
                #expect(abs(number(output[row * depth + index]) - wanted) <= 1)
            }
        }
    }
}
