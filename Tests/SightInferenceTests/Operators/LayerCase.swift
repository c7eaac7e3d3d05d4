import ModelFixtures
import SightInference
import SightModelFile
import SightTensor

/// One node with weights as a whole model: built, prepared, run on bytes.
struct LayerCase {
    var code = 3
    var optionsType = 1
    var options: [Int: FlatValue] = [:]
    var type = ElementType.float32
    var input: [Int]
    var inputQuantization: Quantization?
    var filter: [Int]
    var filterType: ElementType?
    var filterQuantization: Quantization?
    var weights: [UInt8]
    var bias: [UInt8]?
    var biasCount: Int?
    /// The type of the bias; float32 or int32 by default.
    var biasType: ElementType?
    var outputQuantization: Quantization?
    var rounding = Rounding.reference

    /// Prepares the node.
    func prepare(threads: Int = 1, precision: FloatPrecision = .binary32) throws -> PreparedGraph {
        var builder = ModelBuilder()
        let input = builder.tensor("input", type, input, quantization: inputQuantization)
        let weights = builder.tensor(
            "filter", filterType ?? type, filter, quantization: filterQuantization, data: weights)
        var inputs: [Int?] = [input, weights]
        if let bias {
            let biasType = biasType ?? (type == .float32 ? .float32 : .int32)
            inputs.append(
                builder.tensor("bias", biasType, [biasCount ?? bias.count / 4], data: bias))
        }
        let output = builder.tensor("layer", type, [1], quantization: outputQuantization)
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(
            builtin: code, inputs: inputs, outputs: [output], optionsType: optionsType,
            options: options)
        let model = try ModelReader.read(ModelBytes(builder.build()))
        return try model.prepare(
            pool: WorkerPool(threadCount: threads), rounding: rounding,
            precision: precision)
    }

    /// Runs the node on an input and returns its output's shape and bytes.
    func run(_ bytes: [UInt8], threads: Int = 1, precision: FloatPrecision = .binary32) throws
        -> (shape: Shape, bytes: [UInt8])
    {
        let graph = try prepare(threads: threads, precision: precision)
        let execution = Execution(graph)
        bytes.withUnsafeBytes { execution.bytes(graph.inputs[0]).copyMemory(from: $0) }
        try execution.run()
        return (graph.outputs[0].shape, Array(execution.bytes(graph.outputs[0])))
    }
}

extension [Int16] {
    /// The values that bytes hold.
    init(bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)
            }
        }
    }
}

extension [Float] {
    /// The bytes of the values.
    var littleEndianBytes: [UInt8] { flatMap { $0.bitPattern.littleEndianBytes } }

    /// The values that bytes hold.
    init(bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map {
                bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self)
            }
        }
    }
}
