import Foundation
import ModelFixtures
import SightInference
import SightModelFile
import SightTensor
import Testing

/// LOCAL_RESPONSE_NORMALIZATION against its definition, for numbers that the recorded cases lack.
@Suite struct LocalResponseNormalizationTests {
    /// The options of the operator.
    struct Window: Sendable {
        let radius: Int
        let bias: Float
        let alpha: Float
        let beta: Float
    }

    private func run(_ values: [Float], depth: Int, _ window: Window) throws -> [Float] {
        var builder = ModelBuilder()
        let shape = [1, 1, values.count / depth, depth]
        let input = builder.tensor("x", .float32, shape)
        let output = builder.tensor("y", .float32, shape)
        builder.node(
            builtin: BuiltinOperator.localResponseNormalization.number, inputs: [input],
            outputs: [output],
            options: [
                0: .int(window.radius), 1: .float(window.bias), 2: .float(window.alpha),
                3: .float(window.beta),
            ])
        (builder.inputs, builder.outputs) = ([input], [output])
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: 1))
        let execution = Execution(graph)
        values.withUnsafeBytes { execution.bytes(graph.inputs[0]).copyMemory(from: $0) }
        try execution.run()
        return Array(execution.bytes(graph.outputs[0]).bindMemory(to: Float.self))
    }

    @Test(
        arguments: [
            Window(radius: 5, bias: 1, alpha: 1, beta: 0.5),
            Window(radius: 2, bias: 2, alpha: 0.25, beta: 0.75),
            Window(radius: 40, bias: 1, alpha: 0.5, beta: 1),
            Window(radius: 0, bias: 4, alpha: 1, beta: 0.5),
            Window(radius: 3, bias: 0, alpha: 1, beta: 0.5),
            Window(radius: 3, bias: 1, alpha: 1, beta: 0),
        ], [1, 7, 8, 9, 16, 29])
    func resultsAreThoseOfTheDefinition(window: Window, depth: Int) throws {
        let values = (0..<3 * depth).map { Float(($0 * 37) % 19) / 4 - 2.125 }
        let results = try run(values, depth: depth, window)
        for i in values.indices {
            let (row, channel) = (i / depth * depth, i % depth)
            let neighbors = max(0, channel - window.radius)..<min(depth, channel + window.radius)
            let sum = neighbors.reduce(0.0) { $0 + pow(Double(values[row + $1]), 2) }
            let base = Double(window.bias) + Double(window.alpha) * sum
            let expected = Double(values[i]) * pow(base, -Double(window.beta))
            #expect(abs(Double(results[i]) - expected) <= 2e-6 * abs(expected))
        }
    }

    /// The power with the exponent 0 is exactly 1, and a bias of 0 without neighbors divides by 0.
    @Test func exactPowers() throws {
        let values: [Float] = [0.1, -3, 1e-30, 7.5]
        let one = Window(radius: 2, bias: 3, alpha: 0.5, beta: 0)
        #expect(try run(values, depth: 4, one) == values)
        let none = Window(radius: 0, bias: 0, alpha: 1, beta: 0.5)
        #expect(
            try run(values, depth: 4, none) == [.infinity, -.infinity, .infinity, .infinity])
    }
}
