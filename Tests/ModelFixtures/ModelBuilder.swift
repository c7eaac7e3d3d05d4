package import SightTensor

/// Writes small `.tflite` files in memory, so that tests need no model files.
///
/// Operator codes and option fields have the numbers of the schema.
package struct ModelBuilder {
    private var graphs: [FlatValue] = []
    private var tensors: [FlatValue] = []
    private var buffers: [FlatValue] = [.table([:])]
    private var codes: [FlatValue] = []
    private var nodes: [FlatValue] = []
    private var signatures: [FlatValue] = []
    private var metadata: [FlatValue] = []
    /// Tensor indices of the graph's inputs.
    package var inputs: [Int] = []
    /// Tensor indices of the graph's outputs.
    package var outputs: [Int] = []

    package init() {}

    /// Adds a tensor and returns its index; with `data` it is a constant.
    ///
    /// The scales of blocks are a tensor of their own, the next one.
    package mutating func tensor(
        _ name: String, _ type: ElementType, _ shape: [Int], quantization: Quantization? = nil,
        data: [UInt8]? = nil, shapeSignature: [Int]? = nil, isVariable: Bool = false
    ) -> Int {
        var fields: [Int: FlatValue] = [
            0: .ints(shape), 1: .byte(type.rawValue), 3: .string(name), 5: .bool(isVariable),
        ]
        if let data {
            fields[2] = .int(buffers.count)
            buffers.append(.table([0: .bytes(data)]))
        }
        if let length = quantization?.blockLength {
            let details: [Int: FlatValue] = [
                0: .int(tensors.count + 1), 1: .int(-1), 2: .int(length),
            ]
            fields[4] = .table([4: .byte(2), 5: .table(details)])
        } else if let quantization {
            fields[4] = .table([
                2: .floats(quantization.scales), 3: .longs(quantization.zeroPoints),
                6: .int(quantization.axis),
            ])
        }
        fields[7] = shapeSignature.map { .ints($0) }
        tensors.append(.table(fields))
        let index = tensors.count - 1
        if let quantization, quantization.blockLength != nil {
            _ = constant("\(name) scales", quantization.scales, shape: [quantization.scales.count])
        }
        return index
    }

    /// Adds a constant tensor of 32-bit integers, such as axes or a shape.
    package mutating func constant(_ name: String, _ values: [Int], shape: [Int]? = nil) -> Int {
        tensor(
            name, .int32, shape ?? [values.count],
            data: values.flatMap { Int32(truncatingIfNeeded: $0).littleEndianBytes })
    }

    /// Adds a constant tensor of floats.
    package mutating func constant(_ name: String, _ values: [Float], shape: [Int]) -> Int {
        tensor(
            name, .float32, shape, data: values.flatMap { $0.bitPattern.littleEndianBytes })
    }

    /// Adds a constant whose bytes are outside the FlatBuffer.
    package mutating func externalTensor(
        _ name: String, _ type: ElementType, _ shape: [Int], offset: UInt64, size: UInt64
    ) -> Int {
        let index = tensor(name, type, shape, data: [])
        buffers[buffers.count - 1] = .table([
            1: .scalar(offset.littleEndianBytes), 2: .scalar(size.littleEndianBytes),
        ])
        return index
    }

    /// Adds a constant list of strings, packed as TensorFlow Lite does.
    package mutating func strings(_ name: String, _ values: [String]) -> Int {
        let texts = values.map { Array($0.utf8) }
        var numbers = [texts.count, 4 * (texts.count + 2)]
        for text in texts { numbers.append(numbers[numbers.count - 1] + text.count) }
        return tensor(
            name, .string, [values.count],
            data: numbers.flatMap { Int32(truncatingIfNeeded: $0).littleEndianBytes }
                + texts.flatMap(\.self))
    }

    /// Ends the current graph and starts the next: tensors count from 0 again.
    package mutating func startNextGraph() {
        graphs.append(graph)
        (tensors, nodes, inputs, outputs) = ([], [], [], [])
    }

    private var graph: FlatValue {
        .table([
            0: .list(tensors), 1: .ints(inputs), 2: .ints(outputs), 3: .list(nodes),
            4: .string(graphs.isEmpty ? "main" : "graph \(graphs.count)"),
        ])
    }

    /// Adds a node of a builtin operator, with options in the schema's first or second union;
    /// `nil` inputs are absent.
    package mutating func node(
        builtin number: Int, version: Int = 1, inputs: [Int?], outputs: [Int],
        optionsType: Int = 1, options: [Int: FlatValue] = [:],
        secondOptions: [Int: FlatValue]? = nil
    ) {
        codes.append(
            .table([0: .byte(min(number, 127)), 2: .int(version), 3: .int(number)]))
        var fields = nodeFields(inputs, outputs)
        if let secondOptions {
            fields[11] = .byte(optionsType)
            fields[12] = .table(secondOptions)
        } else {
            fields[3] = .byte(optionsType)
            fields[4] = .table(options)
        }
        nodes.append(.table(fields))
    }

    /// Adds a node of a custom operator with its options as bytes.
    package mutating func node(
        custom name: String, version: Int = 1, inputs: [Int?], outputs: [Int],
        options: [UInt8] = [], externalOptions: (offset: UInt64, size: UInt64)? = nil
    ) {
        codes.append(
            .table([0: .byte(32), 1: .string(name), 2: .int(version), 3: .int(32)]))
        var fields = nodeFields(inputs, outputs)
        fields[5] = .bytes(options)
        if let externalOptions {
            fields[9] = .scalar(externalOptions.offset.littleEndianBytes)
            fields[10] = .scalar(externalOptions.size.littleEndianBytes)
        }
        nodes.append(.table(fields))
    }

    private func nodeFields(_ inputs: [Int?], _ outputs: [Int]) -> [Int: FlatValue] {
        [0: .int(codes.count - 1), 1: .ints(inputs.map { $0 ?? -1 }), 2: .ints(outputs)]
    }

    /// Adds a named entry point over tensors of the graph.
    package mutating func signature(
        _ key: String, inputs: [(String, Int)], outputs: [(String, Int)]
    ) {
        let map = { (entries: [(String, Int)]) in
            FlatValue.list(entries.map { .table([0: .string($0.0), 1: .int($0.1)]) })
        }
        signatures.append(
            .table([
                0: map(inputs), 1: map(outputs), 2: .string(key), 4: .int(graphs.count),
            ]))
    }

    /// Adds a metadata blob, such as `TFLITE_METADATA`.
    package mutating func metadata(_ name: String, _ bytes: [UInt8]) {
        metadata.append(.table([0: .string(name), 1: .int(buffers.count)]))
        buffers.append(.table([0: .bytes(bytes)]))
    }

    /// The bytes of the file.
    package func build() -> [UInt8] {
        FlatWriter.write(
            root: .table([
                0: .int(3), 1: .list(codes), 2: .list(graphs + [graph]),
                3: .string("made for a test"), 4: .list(buffers), 6: .list(metadata),
                7: .list(signatures),
            ]), identifier: "TFL3")
    }
}
