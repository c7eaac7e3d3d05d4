import ModelFixtures
import SightTensor

/// Models that run with the smallest set of operators.
enum SmallModels {
    /// RESHAPE from `image` `[2,3]` float32 to `[3,2]`; the signature calls it `picture`.
    static var reshape: [UInt8] { reshape(.float32) }

    static func reshape(
        _ type: ElementType, _ shape: [Int] = [2, 3], shapeSignature: [Int]? = nil
    ) -> [UInt8] {
        var builder = ModelBuilder()
        let input = builder.tensor("image", type, shape, shapeSignature: shapeSignature)
        let target = builder.constant("target", [-1, 2])
        let output = builder.tensor("result", type, [3, 2])
        builder.inputs = [input]
        builder.outputs = [output]
        builder.node(builtin: 22, inputs: [input, target], outputs: [output])
        builder.signature(
            "serving_default", inputs: [("picture", input)], outputs: [("answer", output)])
        return builder.build()
    }

    /// A RESHAPE of `image` `[-1,-1]` to `[-1,2]`, which cannot run with the file's shape `[1,1]`.
    static var dynamic: [UInt8] { reshape(.float32, [1, 1], shapeSignature: [-1, -1]) }

    /// The signatures `add` and `mul` of two graphs, each with the inputs `a` and `b` of the shape
    /// `[2]` and the output `sum` or `product`; the tensors of `mul` have each other's names.
    static var calculator: [UInt8] {
        var builder = ModelBuilder()
        for (key, builtin, name) in [("add", 0, "sum"), ("mul", 18, "product")] {
            if key == "mul" { builder.startNextGraph() }
            let names = key == "mul" ? ["a", "b"] : ["b", "a"]
            let inputs = names.map { builder.tensor($0, .float32, [2]) }
            let output = builder.tensor(name, .float32, [2])
            builder.inputs = inputs
            builder.outputs = [output]
            builder.node(builtin: builtin, inputs: inputs, outputs: [output])
            builder.signature(
                key, inputs: [("a", inputs[1]), ("b", inputs[0])], outputs: [(name, output)])
        }
        return builder.build()
    }

    /// PAD, DEPTHWISE_CONV_2D, pointwise CONV_2D, ADD of the input, RELU6, then a CONV_2D.
    static var residual: [UInt8] {
        var builder = ModelBuilder()
        let tensors = (0..<7).map { builder.tensor("t\($0)", .float32, [1, 8, 8, 4]) }
        func filter(_ shape: [Int]) -> Int {
            builder.tensor(
                "filter", .float32, shape,
                data: [UInt8](repeating: 0, count: 4 * shape.reduce(1, *)))
        }
        let paddings = builder.tensor(
            "paddings", .int32, [4, 2],
            data: [0, 0, 1, 1, 1, 1, 0, 0].flatMap { Int32($0).littleEndianBytes })
        let valid: [Int: FlatValue] = [0: .byte(1), 1: .int(1), 2: .int(1)]
        let pointwise = filter([4, 1, 1, 4])
        builder.inputs = [tensors[0]]
        builder.outputs = [tensors[6]]
        builder.node(builtin: 34, inputs: [tensors[0], paddings], outputs: [tensors[1]])
        builder.node(
            builtin: 4, inputs: [tensors[1], filter([1, 3, 3, 4])], outputs: [tensors[2]],
            optionsType: 2, options: valid)
        builder.node(
            builtin: 3, inputs: [tensors[2], pointwise], outputs: [tensors[3]], options: valid)
        builder.node(builtin: 0, inputs: [tensors[0], tensors[3]], outputs: [tensors[4]])
        builder.node(builtin: 21, inputs: [tensors[4]], outputs: [tensors[5]])
        builder.node(
            builtin: 3, inputs: [tensors[5], pointwise], outputs: [tensors[6]], options: valid)
        return builder.build()
    }

    /// Two CONV_2D of binary32 one after the other, `[1,8,8,16]` and 16,384 multiply-adds each, and
    /// a RESHAPE.
    static var convolutions: [UInt8] {
        var builder = ModelBuilder()
        let tensors = (0..<4).map { builder.tensor("t\($0)", .float32, [1, 8, 8, 16]) }
        let filter = builder.tensor(
            "filter", .float32, [16, 1, 1, 16], data: [UInt8](repeating: 0, count: 1024))
        builder.inputs = [tensors[0]]
        builder.outputs = [tensors[3]]
        for index in 0..<2 {
            builder.node(
                builtin: 3, inputs: [tensors[index], filter], outputs: [tensors[index + 1]],
                options: [1: .int(1), 2: .int(1)])
        }
        builder.node(
            builtin: 22, inputs: [tensors[2], builder.constant("target", [1, -1])],
            outputs: [tensors[3]])
        return builder.build()
    }

    /// A model with two nodes that no runtime supports.
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
