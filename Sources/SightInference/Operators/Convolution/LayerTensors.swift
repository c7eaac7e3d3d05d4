import CSightKernels
import SightModelFile
import SightTensor

/// The checked tensors of a layer with weights: input, filter, optional bias and output.
struct LayerTensors {
    /// The element types of a layer.
    enum Arithmetic {
        /// All tensors are binary32.
        case float
        /// Inputs, filter and outputs have 8 bits, and the bias has 32.
        case integer
        /// The filter has 8 bits, all others are floats; inputs are quantized at run time.
        case hybrid
    }

    let input: TensorSpec
    let filter: TensorSpec
    /// The bytes of the filter.
    private(set) var weights: ConstantBytes
    /// `[output channels]` in the bias type; `nil` for zeros.
    private(set) var bias: ConstantBytes?
    let output: TensorSpec
    let arithmetic: Arithmetic
    /// The node, which provides memory and packs weights.
    let node: Preparation

    /// The numbers of the inputs of a node that are a layer's tensors; the bias is the last one.
    struct Positions {
        var input = 0
        var filter = 1
        var bias = 2
    }

    /// Reads the tensors of a node.
    ///
    /// Weights whose blocks have a scale each become floats, unless the layer `keepsBlocks`.
    /// `outputChannels` returns the length of the bias for the filter's shape.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` or `unsupported`.
    init(
        _ node: Preparation, at positions: Positions = Positions(), keepsBlocks: Bool = false,
        outputChannels: (Shape) -> Int
    ) throws(ModelError) {
        guard (positions.bias...(positions.bias + 1)).contains(node.inputCount) else {
            throw node.fail(
                "has \(node.inputCount) inputs, expected \(positions.bias) or \(positions.bias + 1)"
            )
        }
        input = try node.input(positions.input)
        let stored = try node.input(positions.filter)
        output = try node.output(0)
        self.node = node
        let constant = try node.values(positions.filter)
        guard constant.bytes.count == stored.byteCount else {
            throw node.fail(
                "filter \(stored.shape) \(stored.elementType) needs \(stored.byteCount) bytes, "
                    + "the file has \(constant.bytes.count)")
        }
        let unpacked = try Self.unpacked(stored, constant, node)
        (filter, weights) =
            keepsBlocks
            ? unpacked : try Self.dequantizedBlocks(unpacked.filter, unpacked.weights, node)
        arithmetic =
            switch (input.elementType, filter.elementType, output.elementType) {
            case (.float32, .float32, .float32): .float
            case (.uint8, .uint8, .uint8), (.int8, .int8, .int8): .integer
            case (.float32, .int8, .float32): .hybrid
            default:
                throw node.fail(
                    .unsupported,
                    "input \(input.elementType), filter \(filter.elementType) and output "
                        + "\(output.elementType) do not go together")
            }
        let biasType: ElementType = arithmetic == .integer ? .int32 : .float32
        bias = try Self.bias(
            node, positions.bias, biasType,
            count: filter.shape.rank > 0 ? outputChannels(filter.shape) : 0)
    }

    /// Returns weights of whole bytes: weights of two or four bits become int8.
    private static func unpacked(
        _ stored: TensorSpec, _ constant: ConstantBytes, _ node: Preparation
    ) throws(ModelError) -> (filter: TensorSpec, weights: ConstantBytes) {
        guard let packing = PackedIntegers(stored.elementType) else { return (stored, constant) }
        let bytes = try node.storage(byteCount: stored.shape.elementCount)
        if let start = constant.bytes.baseAddress {
            packing.unpack(start, to: bytes.bytes.bindMemory(to: Int8.self))
        }
        return (
            stored.with(elementType: .int8),
            ConstantBytes(UnsafeRawBufferPointer(bytes.bytes), owner: bytes)
        )
    }

    /// Returns weights whose blocks have a scale each as floats, and others as they are.
    private static func dequantizedBlocks(
        _ filter: TensorSpec, _ weights: ConstantBytes, _ node: Preparation
    ) throws(ModelError) -> (filter: TensorSpec, weights: ConstantBytes) {
        guard filter.elementType == .int8, let quantization = filter.quantization,
            quantization.isPerAxis, let length = quantization.blockLength,
            quantization.hasBlocks(of: filter.shape)
        else { return (filter, weights) }
        let floats = try node.storage(
            byteCount: weights.bytes.count * MemoryLayout<Float>.stride)
        let target = floats.bytes.bindMemory(to: Float.self)
        let source = weights.bytes.bindMemory(to: Int8.self)
        for (block, scale) in quantization.scales.enumerated() {
            for i in (block * length)..<((block + 1) * length) {
                target[i] = Float(source[i]) * scale
            }
        }
        return (
            filter.with(elementType: .float32),
            ConstantBytes(UnsafeRawBufferPointer(floats.bytes), owner: floats)
        )
    }

    private static func bias(
        _ node: Preparation, _ position: Int, _ type: ElementType, count: Int
    ) throws(ModelError) -> ConstantBytes? {
        guard let bias = try node.optionalInput(position) else { return nil }
        guard bias.elementType == type, bias.shape.elementCount == count else {
            throw node.fail(
                "bias \(bias.shape) \(bias.elementType) does not fit, expected [\(count)] \(type)")
        }
        let constant = try node.values(position)
        guard constant.bytes.count == bias.byteCount else {
            throw node.fail("bias \(bias.shape) has \(constant.bytes.count) bytes")
        }
        return constant
    }

    /// Returns the layer with other weights.
    func with(weights: ConstantBytes) -> LayerTensors {
        var copy = self
        copy.weights = weights
        return copy
    }

    /// Returns the layer with other weights and without a bias.
    func summing(_ weights: ConstantBytes) -> LayerTensors {
        var copy = with(weights: weights)
        copy.bias = nil
        return copy
    }

    /// Returns the layer with a bias that is `count` times as long.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func repeatingBias(_ count: Int) throws(ModelError) -> LayerTensors {
        guard count > 1, let bias else { return self }
        var copy = self
        copy.bias = try bias.repeatingRows(1, count: count, node)
        return copy
    }

    /// Returns the layer for `count` times the channels, with repeated weights `[taps, channels]`
    /// and bias.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func repeatingChannels(_ count: Int, taps: Int) throws(ModelError) -> LayerTensors {
        var copy = self
        copy.weights = try weights.repeatingRows(taps, count: count, node)
        if let bias { copy.bias = try bias.repeatingRows(1, count: count, node) }
        return copy
    }
}

extension ConstantBytes {
    /// Returns elements `[rows, columns]` as `[columns, rows]`; an element has `size` bytes.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    func transposed(columns: Int, size: Int, _ node: Preparation) throws(ModelError)
        -> ConstantBytes
    {
        let storage = try node.storage(byteCount: bytes.count)
        let rows = bytes.count / max(1, columns * size)
        if let start = bytes.baseAddress {
            sight_transpose(
                start, columns * size, storage.start, rows * size, rows, columns, size)
        }
        return ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage)
    }

    /// Returns every row `count` times, one after the other.
    fileprivate func repeatingRows(_ rows: Int, count: Int, _ node: Preparation)
        throws(ModelError) -> ConstantBytes
    {
        let storage = try node.storage(byteCount: bytes.count * count)
        let length = bytes.count / max(1, rows)
        for row in 0..<rows {
            let source = UnsafeRawBufferPointer(
                rebasing: bytes[(row * length)..<((row + 1) * length)])
            for index in 0..<count {
                UnsafeMutableRawBufferPointer(
                    rebasing: storage.bytes[((row * count + index) * length)...]
                ).copyMemory(from: source)
            }
        }
        return ConstantBytes(UnsafeRawBufferPointer(storage.bytes), owner: storage)
    }
}
