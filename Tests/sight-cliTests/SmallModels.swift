import ModelFixtures
import SightTensor

/// Models that run with the smallest set of operators.
enum SmallModels {
    /// RESHAPE from `image` `[2,3]` float32 to `[3,2]`; the signature calls it `picture`.
    static var reshape: [UInt8] { reshape(.float32) }

    static func reshape(_ type: ElementType, _ shape: [Int] = [2, 3]) -> [UInt8] {
        var builder = ModelBuilder()
        let input = builder.tensor("image", type, shape)
        let target = builder.constant("target", [-1, 2])
        let output = builder.tensor("result", type, [3, 2])
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(builtin: 22, inputs: [input, target], outputs: [output])
        builder.signature(
            "serving_default", inputs: [("picture", input)], outputs: [("answer", output)])
        return builder.build()
    }

    /// Two nodes that no runtime has.
    static var unsupported: [UInt8] {
        var builder = ModelBuilder()
        let input = builder.tensor("in", .float32, [2])
        let middle = builder.tensor("middle", .float32, [2])
        let output = builder.tensor("out", .float32, [2])
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(custom: "Mystery", inputs: [input], outputs: [middle])
        builder.node(custom: "Riddle", inputs: [middle], outputs: [output])
        return builder.build()
    }
}
