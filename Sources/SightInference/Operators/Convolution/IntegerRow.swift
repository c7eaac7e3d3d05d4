import CSightKernels
import SightModelFile
import SightTensor

/// A fully connected layer of 8-bit integers with one row, or a pointwise convolution of one pixel.
///
/// A run uses each weight only once, so the kernel reads the weights where the file has them. To
/// pack them would take longer than many runs. A kernel of ``IntegerProduct`` requantizes the
/// sums: its own weights are zero, and its biases are the sums. The results are the same to the
/// bit.
struct IntegerRow: PreparedOperator, Sendable {
    nonisolated(unsafe) private let kernel: sight_q8_row_function  // a C function
    nonisolated(unsafe) private let requantize: sight_q8_igemm_function  // a C function
    private let input: TensorSlot
    private let output: TensorSlot
    private let depth: Int
    private let columns: Int
    private let weights: ConstantBytes
    /// The multipliers, shifts and biases, with `zeroCount` weights for each column that are zero.
    private let requantizer: IntegerWeights
    /// A run of `zeroCount` zeros, the input of these weights.
    private let zeros: AlignedStorage
    /// For each task, the input minus its zero point, as int16.
    private let values: TensorSlot
    private let valuesBytes: Int
    /// `[columns]` int32.
    private let sums: TensorSlot
    /// A copy of the requantizer's parameters whose biases have the sums; each task writes its own
    /// columns.
    private let biased: TensorSlot
    private let isSigned: Bool
    private let inputZeroPoint: Int32
    private let weightZeroPoint: Int32
    private let requantization: sight_requantization
    private let split: BlockSplit

    /// The smallest number of weights of such a layer.
    ///
    /// Each run takes some microseconds more than one with packed weights, which would be a
    /// noticeable part of a small layer.
    private static let minimumWeights = 1 << 19

    /// The depth of the product of zeros, whose kernel adds the sums to its biases and requantizes
    /// them.
    ///
    /// It is a whole group of weights in each order in which kernels pack them.
    private static let zeroCount = 8

    /// Whether a layer is faster this way.
    static func suits(rows: Int, weights: ConstantBytes) -> Bool {
        rows == 1 && weights.bytes.count >= minimumWeights
    }

    /// Adds a task that packs the parameters of a layer with the weights `[N, K]`, in the filter's
    /// element type.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ layer: LayerTensors, _ requantization: LayerRequantization, weights: ConstantBytes,
        depth: Int, columns: Int
    ) throws(ModelError) {
        let node = layer.node
        let best = sight_q8_igemm_best(requantization.tier).pointee
        kernel = sight_q8_row_best(sight_current_tier()).pointee.run
        requantize = best.run
        input = layer.input.slot
        output = layer.output.slot
        (self.depth, self.columns) = (depth, columns)
        self.weights = weights
        zeros = try node.storage(byteCount: columns * Self.zeroCount)
        requantizer = try IntegerWeights(
            IntegerWeights.Source(
                bytes: ConstantBytes(UnsafeRawBufferPointer(zeros.bytes), owner: zeros),
                zeroPoint: 0, isSigned: true, groups: 1, columns: columns, taps: 1,
                depth: Self.zeroCount, isOneRow: true),
            order: best.order, node)
        isSigned = layer.input.elementType == .int8
        inputZeroPoint = requantization.inputZeroPoint
        weightZeroPoint = requantization.weightZeroPoint
        self.requantization = requantization.shared
        split = BlockSplit(
            rows: 1, columns: columns, tile: (1, 2 * Int(sight_q8_igemm_width)),
            cost: 40 + depth, threads: node.threadCount)
        let step = Int(sight_q8_row_step)
        valuesBytes = (depth + step - 1) / step * step * MemoryLayout<Int16>.stride
        values = try node.scratch(byteCount: split.count * valuesBytes)
        sums = try node.scratch(byteCount: columns * MemoryLayout<Int32>.stride)
        biased = try node.scratch(byteCount: sight_q8_igemm_parameter_bytes(columns))
        requantizer.pack(
            requantization, bias: layer.bias, inputZeroPoint: 0, inputIsSigned: false,
            node.packing)
    }

    var taskCount: Int { split.count }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let block = split.block(task)
        let values = (memory[values] + task * valuesBytes).assumingMemoryBound(to: Int16.self)
        let sums = memory.elements(sums, as: Int32.self)
        let sum = sight_q8_row_center(memory[input], depth, inputZeroPoint, isSigned, values)
        var row = sight_q8_row_job(
            input: memory[input], values: values, value_sum: sum, depth: depth,
            weights: weights.bytes.baseAddress, input_zero_point: inputZeroPoint,
            weight_zero_point: weightZeroPoint, is_signed: isSigned)
        kernel(&row, block.column, block.columns, sums)
        var job = sight_q8_igemm_job(
            window: sight_window(
                input: zeros.start, offsets: nil, padding: zeros.start, taps: 1,
                row_bytes: Self.zeroCount, line: 0),
            depth: Self.zeroCount, packed: nil, parameters: nil, weight_offset: 0, input_flip: 0,
            output: memory[output], output_stride: columns, requantization: requantization,
            sums_only: false)
        requantizer.set(0, in: &job)
        sight_q8_igemm_add_to_biases(
            job.parameters, block.column, block.columns, sums, memory[biased])
        job.parameters = UnsafeRawPointer(memory[biased])
        requantize(&job, block)
    }
}
