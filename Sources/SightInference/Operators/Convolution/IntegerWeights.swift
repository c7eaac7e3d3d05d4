import CSightKernels
import SightModelFile
import SightTensor

/// The packed weights of a layer on the integer kernels, and the parameters of its channels.
///
/// Layers with the same weights share the packed weights, but not the parameters.
struct IntegerWeights: Sendable {
    /// The weights before packing.
    struct Source: Sendable {
        /// The weights `[groups, columns, taps, depth]`.
        let bytes: ConstantBytes
        let zeroPoint: Int32
        let isSigned: Bool
        let groups: Int
        let columns: Int
        let taps: Int
        let depth: Int
        /// Whether products have one row.
        let isOneRow: Bool
    }

    private let source: Source
    /// The order of the kernel.
    private let order: sight_q8_igemm_order
    /// The packed weights of all groups, their censuses, and `[groups]` int32: the results of
    /// packing.
    private let packed: AlignedStorage
    private let packedBytes: Int
    private let censusBytes: Int
    /// The parameters of all groups, one after the other.
    private let parameters: AlignedStorage
    private let parameterBytes: Int
    /// Whether an earlier layer packs the weights.
    private let isShared: Bool

    /// Requests the memory; ``pack(_:bias:inputZeroPoint:inputIsSigned:_:)`` has to follow.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(_ source: Source, order: sight_q8_igemm_order, _ node: Preparation) throws(ModelError) {
        self.source = source
        self.order = order
        let (groups, columns) = (source.groups, source.columns)
        packedBytes = sight_q8_igemm_packed_bytes(source.taps, source.depth, columns, order)
        let width = Int(sight_q8_igemm_width)
        censusBytes =
            (columns + width - 1) / width * MemoryLayout<sight_q8_igemm_census>.stride
        parameterBytes = sight_q8_igemm_parameter_bytes(columns)
        parameters = try node.packedStorage(byteCount: groups * parameterBytes)
        (packed, isShared) = try node.packedWeights(
            of: Self.self, source.bytes,
            numbers: [
                Int(source.zeroPoint), source.isSigned ? 1 : 0, groups, columns, source.taps,
                source.depth, source.isOneRow ? 1 : 0, Int(order.rawValue),
            ],
            byteCount: groups * (packedBytes + censusBytes + MemoryLayout<Int32>.stride))
    }

    /// Adds a task that packs the weights, unless another layer does, and sets the parameters.
    ///
    /// Without `requantization`, products can only write sums. `inputZeroPoint` is a number of the
    /// input's type, which is int8 if `inputIsSigned`, otherwise uint8.
    func pack(
        _ requantization: LayerRequantization?, bias: ConstantBytes?, inputZeroPoint: Int32,
        inputIsSigned: Bool, _ packing: WeightPacking
    ) {
        // The censuses of shared weights are known when the task of the other layer has run.
        packing.add(isLast: isShared) {
            if !isShared { packWeights() }
            var channels = sight_q8_igemm_channels()
            channels.biases = bias?.start(of: Int32.self)
            channels.input_zero_point = inputZeroPoint
            channels.input_is_signed = inputIsSigned
            guard let requantization else { return setParameters(channels) }
            requantization.withChannels { multipliers, lefts, rights in
                channels.multipliers = multipliers
                channels.lefts = lefts
                channels.rights = rights
                setParameters(channels)
            }
        }
    }

    private func census(_ group: Int) -> UnsafeMutablePointer<sight_q8_igemm_census> {
        (packed.start + source.groups * packedBytes + group * censusBytes)
            .assumingMemoryBound(to: sight_q8_igemm_census.self)
    }

    private var offsets: UnsafeMutablePointer<Int32> {
        (packed.start + source.groups * (packedBytes + censusBytes))
            .assumingMemoryBound(to: Int32.self)
    }

    private func packWeights() {
        let (columns, taps, depth) = (source.columns, source.taps, source.depth)
        for group in 0..<source.groups {
            let first = group * columns
            var description = sight_q8_igemm_weights(
                taps: taps, depth: depth, columns: columns, order: order,
                weights: source.bytes.bytes.baseAddress.map { $0 + first * taps * depth },
                weight_zero_point: source.zeroPoint, weights_are_signed: source.isSigned,
                one_row: source.isOneRow)
            offsets[group] = sight_q8_igemm_pack(
                &description, packed.start + group * packedBytes, census(group))
        }
    }

    private func setParameters(_ channels: sight_q8_igemm_channels) {
        for group in 0..<source.groups {
            let first = group * source.columns
            var part = channels
            part.columns = source.columns
            part.census = UnsafePointer(census(group))
            part.biases = channels.biases.map { $0 + first }
            part.multipliers = channels.multipliers.map { $0 + first }
            part.lefts = channels.lefts.map { $0 + first }
            part.rights = channels.rights.map { $0 + first }
            sight_q8_igemm_set_parameters(&part, parameters.start + group * parameterBytes)
        }
    }

    /// Sets the weights and parameters of a group in a job.
    func set(_ group: Int, in job: inout sight_q8_igemm_job) {
        job.packed = UnsafeRawPointer(packed.start + group * packedBytes)
        job.parameters = UnsafeRawPointer(parameters.start + group * parameterBytes)
        job.weight_offset = offsets[group]
    }
}
