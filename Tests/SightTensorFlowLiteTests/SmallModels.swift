import Foundation
import ModelFixtures
import SightTensor

/// Small models, most of which copy their input with one RESHAPE.
enum SmallModels {
    /// `input` to `output`, both of a type and shape; the output is flat.
    static func copy(
        _ type: ElementType, _ shape: [Int], quantization: Quantization? = nil,
        signatures: [String] = []
    ) -> Data {
        var builder = ModelBuilder()
        let count = shape.reduce(1, *)
        let input = builder.tensor("input", type, shape, quantization: quantization)
        let extents = builder.constant("shape", [-1])
        let output = builder.tensor("output", type, [count], quantization: quantization)
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(builtin: 22, inputs: [input, extents], outputs: [output])
        for key in signatures {
            builder.signature(key, inputs: [("x", input)], outputs: [("y", output)])
        }
        return Data(builder.build())
    }

    /// The sum of `a` and `b`, each of the shape `[1, 3]`, by one ADD.
    static func sum(signature: String? = nil) -> Data {
        var builder = ModelBuilder()
        let a = builder.tensor("a", .float32, [1, 3])
        let b = builder.tensor("b", .float32, [1, 3])
        let sum = builder.tensor("sum", .float32, [1, 3])
        builder.inputs = [a, b]
        builder.outputs = [sum]
        builder.node(builtin: 0, inputs: [a, b], outputs: [sum])
        if let signature {
            builder.signature(signature, inputs: [("a", a), ("b", b)], outputs: [("sum", sum)])
        }
        return Data(builder.build())
    }

    /// The strings of `texts` and of `more`, each of the shape `[2]`, by two RESHAPEs.
    static func strings() -> Data {
        var builder = ModelBuilder()
        let extents = builder.constant("shape", [-1])
        for name in ["texts", "more"] {
            let input = builder.tensor(name, .string, [2])
            let output = builder.tensor("\(name) again", .string, [2])
            builder.inputs.append(input)
            builder.outputs.append(output)
            builder.node(builtin: 22, inputs: [input, extents], outputs: [output])
        }
        return Data(builder.build())
    }

    /// The places of the true elements of `mask`, which has three, by one WHERE.
    static func places(signature: String? = nil) -> Data {
        var builder = ModelBuilder()
        let mask = builder.tensor("mask", .bool, [3])
        let places = builder.tensor("places", .int64, [1, 1])
        builder.inputs = [mask]
        builder.outputs = [places]
        builder.node(builtin: 109, inputs: [mask], outputs: [places])
        if let signature {
            builder.signature(signature, inputs: [("mask", mask)], outputs: [("places", places)])
        }
        return Data(builder.build())
    }

    /// A model with an unknown custom operator.
    static func custom() -> Data {
        var builder = ModelBuilder()
        builder.inputs = [builder.tensor("input", .float32, [1])]
        builder.outputs = [builder.tensor("output", .float32, [1])]
        builder.node(custom: "Mystery", inputs: builder.inputs, outputs: builder.outputs)
        return Data(builder.build())
    }

    /// A model with a built-in operator in version 99, which no runtime has.
    static func builtin() -> Data {
        var builder = ModelBuilder()
        builder.inputs = [builder.tensor("input", .float32, [1])]
        builder.outputs = [builder.tensor("output", .float32, [1])]
        builder.node(
            builtin: 0, version: 99, inputs: [builder.inputs[0], builder.inputs[0]],
            outputs: builder.outputs)
        return Data(builder.build())
    }
}

extension Data {
    /// The bytes of floats.
    init(floats: [Float]) { self = floats.withUnsafeBytes { Data($0) } }

    /// The bytes as floats.
    var floats: [Float] {
        withUnsafeBytes { bytes in
            (0..<count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        }
    }
}
