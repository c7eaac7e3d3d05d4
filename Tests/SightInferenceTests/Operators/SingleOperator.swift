import ModelFixtures
import SightInference
import SightModelFile
import SightTensor

/// A model of one operator, for tests that compare its results with obvious ones.
struct SingleOperator {
    /// A tensor of the model.
    struct Tensor {
        var type: ElementType
        var shape: [Int]
        var quantization: Quantization?

        init(_ type: ElementType, _ shape: [Int], _ quantization: Quantization? = nil) {
            (self.type, self.shape, self.quantization) = (type, shape, quantization)
        }
    }

    let code: BuiltinOperator
    let inputs: [Tensor]
    /// A last input of constant 32-bit integers, such as axes.
    var integers: [Int]?
    let output: Tensor
    var optionsType = 1
    var options: [Int: FlatValue] = [:]

    /// Returns the bytes of the output for the bytes of the inputs.
    func run(_ bytes: [[UInt8]], threads: Int = 1) throws -> [UInt8] {
        var builder = ModelBuilder()
        let sources = inputs.indices.map {
            builder.tensor(
                "x\($0)", inputs[$0].type, inputs[$0].shape, quantization: inputs[$0].quantization)
        }
        let constants = integers.map { [builder.constant("integers", $0)] } ?? []
        let target = builder.tensor(
            "y", output.type, output.shape, quantization: output.quantization)
        (builder.inputs, builder.outputs) = (sources, [target])
        builder.node(
            builtin: code.number, inputs: sources + constants,
            outputs: [target], optionsType: optionsType, options: options)
        let graph = try ModelReader.read(ModelBytes(builder.build()))
            .prepare(pool: WorkerPool(threadCount: threads))
        let execution = Execution(graph)
        for (tensor, values) in zip(graph.inputs, bytes) {
            values.withUnsafeBytes { execution.bytes(tensor).copyMemory(from: $0) }
        }
        try execution.run()
        return Array(execution.bytes(graph.outputs[0]))
    }
}
