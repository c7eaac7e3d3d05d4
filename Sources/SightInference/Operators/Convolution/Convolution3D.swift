import SightModelFile
import SightTensor

/// CONV_3D: moves a filter through a volume.
///
/// float32. Input `[N, D, H, W, C]`, filter `[d, h, w, C, K]`, bias `[K]`, output
/// `[N, D', H', W', K]`. ``FloatProduct`` computes layers with constant weights.
/// - Source: TensorFlow Lite `conv3d`.
enum Convolution3D: Operator {
    static let code = OperatorCode.builtin(.conv3D)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try Convolution3DOptions(options)
        try node.expect(inputs: 2...3)
        let (input, filter) = (try node.input(0), try node.input(1))
        let bias = try node.volumeBias(2, like: input)
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        try node.expectSameType(input, filter, node.output(0))
        try node.expectRank(input, 5...5)
        try node.expectRank(filter, 5...5)
        let (depth, channels) = (filter.shape[3], filter.shape[4])
        guard depth == input.shape[4], depth > 0, channels > 0,
            bias.map({ $0.shape.elementCount == channels }) ?? true
        else { throw node.fail("filter \(filter.shape) does not fit \(input.shape)") }
        let volume = try VolumeFilter(
            options, fine: input.shape, coarse: nil, kernel: filter.shape, node)
        let activation = try FusedActivation(options.activation, node)
        let range = node.epilogue(after: activation.range, adds: false).range
        let output = try node.setOutput(
            0, shape: node.shape([input.shape[0]] + volume.axes.map(\.coarse) + [channels]))
        if filter.constant != nil, bias.map({ $0.constant != nil }) ?? true,
            input.shape.elementCount > 0
        {
            return try product(volume, range, node)
        }
        let split = node.split(
            input.shape[0] * volume.coarseCount, cost: filter.shape.elementCount)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let weights = memory.elements(filter.slot, as: Float.self)
            let bias = bias.map { memory.elements($0.slot, as: Float.self) }
            for index in split.range(task) {
                let (image, pixel) = index.quotientAndRemainder(dividingBy: volume.coarseCount)
                let source =
                    memory.elements(input.slot, as: Float.self) + image * volume.fineCount * depth
                let target = memory.elements(output.slot, as: Float.self) + index * channels
                for k in 0..<channels { target[k] = 0 }
                volume.forEachTap(of: pixel) { cell, fine in
                    for c in 0..<depth {
                        let value = source[fine * depth + c]
                        let row = weights + (cell * depth + c) * channels
                        for k in 0..<channels { target[k] += value * row[k] }
                    }
                }
                for k in 0..<channels {
                    let sum = target[k] + (bias?[k] ?? 0)
                    target[k] = clamp(sum, range.lowerBound, range.upperBound)
                }
            }
        }
    }

    private static func product(
        _ filter: VolumeFilter, _ range: ClosedRange<Float>, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let layer = try LayerTensors(node) { $0[4] }
        let shape = layer.filter.shape
        let volume = VolumeGeometry(
            batches: layer.input.shape[0], depth: filter.axes[0].convolution,
            height: filter.axes[1].convolution, width: filter.axes[2].convolution,
            channels: shape[3])
        let (window, input) = try window(volume, layer)
        return try FloatProduct(
            layer, Epilogue(range: range), window: window, weights: channelsFirst(layer),
            rows: volume.pixelCount, channels: shape[4], groups: 1, input: input,
            threads: node.threadCount)
    }

    /// Returns the window and its tensor: the input, or its padded rows if the channels do not fill
    /// a register.
    private static func window(_ volume: VolumeGeometry, _ layer: LayerTensors)
        throws(ModelError) -> (WindowPlan, TensorSlot)
    {
        let size = MemoryLayout<Float>.stride
        let (input, node) = (layer.input.slot, layer.node)
        guard volume.width.kernel > 1, volume.width.dilation == 1, volume.channels <= 8 else {
            let plan = try WindowPlan(
                volume, depth: volume.channels, elementSize: size, zero: 0, node)
            return (plan, input)
        }
        let rows = try PaddedRows.widen(
            input, volume.width,
            rowCount: volume.batches * volume.depth.input * volume.height.input,
            pixelBytes: volume.channels * size, zero: .constant(0), node)
        let plan = try WindowPlan(
            rowsOf: volume, rowBytes: rows.pixels * volume.channels * size, elementSize: size,
            zero: 0, node)
        return (plan, rows.slot)
    }

    /// Returns the weights `[d, h, w, C, K]` in the order `[K, d, h, w, C]`.
    private static func channelsFirst(_ layer: LayerTensors) throws(ModelError) -> ConstantBytes {
        let channels = layer.filter.shape[4]
        let count = layer.filter.shape.elementCount
        let storage = try layer.node.storage(byteCount: count * MemoryLayout<Float>.stride)
        let target = storage.start.bindMemory(to: Float.self, capacity: count)
        if let source = layer.weights.start(of: Float.self) {
            for k in 0..<channels {
                let row = target + k * (count / channels)
                for index in 0..<(count / channels) { row[index] = source[index * channels + k] }
            }
        }
        return ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage)
    }
}

extension Preparation {
    /// Returns an optional bias of the input's type.
    func volumeBias(_ index: Int, like input: TensorSpec) throws(ModelError) -> TensorSpec? {
        guard let bias = try optionalInput(index) else { return nil }
        try expectSameType(input, bias)
        return bias
    }
}
