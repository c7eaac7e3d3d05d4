package import SightTensor

/// Models with constant outputs, for tests of the code around a run.
package enum StubModels {
    /// A detector that finds the same boxes in every image.
    ///
    /// Each row is a box `[ymin, xmin, ymax, xmax]` in fractions of the input; `count` is the
    /// number of valid rows, `nil` for all. With `boxProperties`, the metadata has these fields of
    /// the schema's `BoundingBoxProperties`.
    package static func detector(
        boxes: [[Float]], classes: [Float], scores: [Float], count: Float? = nil,
        input type: ElementType = .uint8, boxProperties: [Int: FlatValue]? = nil
    ) -> [UInt8] {
        var builder = ModelBuilder()
        builder.inputs = [imageInput(&builder, type)]
        let rows = scores.count
        builder.outputs = [
            builder.constant("boxes", boxes.flatMap(\.self), shape: [1, rows, 4]),
            builder.constant("classes", classes, shape: [1, rows]),
            builder.constant("scores", scores, shape: [1, rows]),
            builder.constant("count", [count ?? Float(rows)], shape: [1]),
        ]
        if let boxProperties {
            let content = FlatValue.table([0: .byte(3), 1: .table(boxProperties)])
            let graph = FlatValue.table([3: .list([.table([3: content])])])
            builder.metadata(
                "TFLITE_METADATA",
                FlatWriter.write(root: .table([3: .list([graph])]), identifier: "M001"))
        }
        return builder.build()
    }

    /// A model with the raw outputs of a detector without post-processing.
    ///
    /// With a quantization, all outputs are `int8`.
    package static func raw(
        _ outputs: [(shape: [Int], values: [Float])], inputShape: [Int] = [1, 32, 32, 3],
        input type: ElementType = .float32, quantization: Quantization? = nil
    ) -> [UInt8] {
        var builder = ModelBuilder()
        builder.inputs = [imageInput(&builder, type, shape: inputShape)]
        for (index, output) in outputs.enumerated() {
            let name = "output \(index)"
            guard let quantization else {
                builder.outputs.append(
                    builder.constant(name, output.values, shape: output.shape))
                continue
            }
            let bytes = output.values.map { value in
                let number = (value / quantization.scale).rounded() + Float(quantization.zeroPoint)
                return UInt8(bitPattern: Int8(max(-128, min(127, number))))
            }
            builder.outputs.append(
                builder.tensor(
                    name, .int8, output.shape, quantization: quantization, data: bytes))
        }
        return builder.build()
    }

    /// A detector in MediaPipe's layout that finds one object in every image, with the score 0.88.
    ///
    /// The input has 128 × 128 pixels. The box is the square from 16, 16 to 48, 48, and the points
    /// are pixels of the input, too.
    package static func face(points: [(x: Float, y: Float)]) -> [UInt8] {
        let (rows, columns) = (896, 4 + 2 * points.count)
        var boxes = [Float](repeating: 0, count: columns * rows)
        var scores = [Float](repeating: -10, count: rows)
        // The numbers are relative to the middle of the first cell: x, y, width, height, points.
        boxes.replaceSubrange(
            0..<columns, with: [28, 28, 32, 32] + points.flatMap { [$0.x - 4, $0.y - 4] })
        scores[0] = 2
        return raw(
            [([1, rows, columns], boxes), ([1, rows, 1], scores)], inputShape: [1, 128, 128, 3])
    }

    /// A classifier with the same `uint8` scores for every image, with scale 1/256.
    ///
    /// With `headName`, it has metadata that name its outputs. `others` are further outputs.
    package static func classifier(
        scores: [UInt8], shape: [Int]? = nil, input type: ElementType = .uint8,
        inputShape: [Int] = [1, 4, 4, 3], inputCount: Int = 1, headName: String? = nil,
        others: [(name: String, scores: [UInt8])] = []
    ) -> [UInt8] {
        var builder = ModelBuilder()
        for _ in 0..<inputCount {
            builder.inputs.append(imageInput(&builder, type, shape: inputShape))
        }
        builder.outputs = [
            builder.tensor(
                "scores", .uint8, shape ?? [1, scores.count],
                quantization: Quantization(scale: 1 / 256, zeroPoint: 0), data: scores)
        ]
        for other in others {
            builder.outputs.append(
                builder.tensor(
                    other.name, .uint8, [1, other.scores.count],
                    quantization: Quantization(scale: 1 / 256, zeroPoint: 0), data: other.scores))
        }
        if let headName {
            let names = [headName] + others.map(\.name)
            let graph = FlatValue.table([
                3: .list(names.map { .table([0: .string($0)]) })
            ])
            builder.metadata(
                "TFLITE_METADATA",
                FlatWriter.write(root: .table([3: .list([graph])]), identifier: "M001"))
        }
        return builder.build()
    }

    /// A classifier with a `float32` input whose three scores are the means of its channels.
    ///
    /// Extents of −1 in `signature` are open. With `preferredSize`, the metadata states this size.
    package static func means(
        _ shape: [Int] = [1, 1, 1, 3], signature: [Int]?,
        preferredSize: (width: Int, height: Int)? = nil
    ) -> [UInt8] {
        var builder = ModelBuilder()
        let image = builder.tensor("image", .float32, shape, shapeSignature: signature)
        let scores = builder.tensor("scores", .float32, [1, 3])
        builder.node(
            builtin: 40, inputs: [image, builder.constant("axes", [1, 2])], outputs: [scores])
        (builder.inputs, builder.outputs) = ([image], [scores])
        if let (width, height) = preferredSize {
            let properties: [Int: FlatValue] = [
                0: .byte(1), 1: .table([0: .int(width), 1: .int(height)]),
            ]
            let content = FlatValue.table([0: .byte(2), 1: .table(properties)])
            let graph = FlatValue.table([2: .list([.table([3: content])])])
            builder.metadata(
                "TFLITE_METADATA",
                FlatWriter.write(root: .table([3: .list([graph])]), identifier: "M001"))
        }
        return builder.build()
    }

    private static func imageInput(
        _ builder: inout ModelBuilder, _ type: ElementType, shape: [Int] = [1, 4, 4, 3]
    ) -> Int {
        builder.tensor(
            "image", type, shape,
            quantization: type == .float32 ? nil : Quantization(scale: 1 / 128, zeroPoint: 128))
    }
}
