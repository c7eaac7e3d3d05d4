import ModelFixtures
import SightTensor

/// Models whose tensors are `int8`, with 256 levels from 0 to almost 1.
enum Int8Models {
    /// A model whose output is its input of 2 × 2 gray pixels.
    static func pixels() -> [UInt8] {
        var builder = ModelBuilder()
        let quantization = Quantization(scale: 1 / 256, zeroPoint: -128)
        let image = builder.tensor("image", .int8, [1, 2, 2, 1], quantization: quantization)
        let row = builder.tensor("row", .int8, [1, 4], quantization: quantization)
        let shape = builder.constant("shape", [1, 4])
        builder.inputs = [image]
        builder.outputs = [row]
        builder.node(builtin: 22, inputs: [image, shape], outputs: [row])
        return builder.build()
    }
}
