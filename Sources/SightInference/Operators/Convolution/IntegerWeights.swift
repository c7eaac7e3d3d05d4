import CSightKernels
import SightModelFile
import SightTensor

/// The packed weights of a layer on the integer kernels, and the parameters of its channels.
///
/// Layers with the same weights share the packed weights, but not the parameters.
struct IntegerWeights: Sendable {
    /// The number of channels of a group.
    private let columns: Int
    private let groups: Int
    /// The packed weights of all groups, their censuses, and `[groups]` int32: the results of packing.
    private let weights: PackedWeights
    /// The packed bytes of a group, and the place of all that follow those of the last one.
    private let packedBytes: Int
    private let censuses: Int
    private let offsets: Int
    /// The parameters of all groups, one after the other.
    private let parameters: AlignedStorage
    private let parameterBytes: Int

    /// Requests the memory; a task of the layer has to call ``pack(_:)``.
    ///
    /// `bytes` are the weights `[groups, columns, taps, depth]`. `order` is that of the kernel.
    /// With `isOneRow`, products have one row.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ bytes: ConstantBytes, zeroPoint: Int32, isSigned: Bool, groups: Int, columns: Int,
        taps: Int, depth: Int, order: sight_q8_igemm_order, isOneRow: Bool, _ node: Preparation
    ) throws(ModelError) {
        (self.columns, self.groups) = (columns, groups)
        let packedBytes = sight_q8_igemm_packed_bytes(taps, depth, columns, order)
        let panels = (columns + Int(sight_q8_igemm_width) - 1) / Int(sight_q8_igemm_width)
        let censusBytes = panels * MemoryLayout<sight_q8_igemm_census>.stride
        let censuses = groups * packedBytes
        let offsets = censuses + groups * censusBytes
        (self.packedBytes, self.censuses, self.offsets) = (packedBytes, censuses, offsets)
        parameterBytes = sight_q8_igemm_parameter_bytes(columns)
        parameters = try node.packedStorage(byteCount: groups * parameterBytes)
        weights = try node.packedWeights(
            of: Self.self, constants: [bytes],
            numbers: [
                Int(zeroPoint), isSigned ? 1 : 0, groups, columns, taps, depth,
                Int(order.rawValue), isOneRow ? 1 : 0,
            ],
            byteCount: offsets + groups * MemoryLayout<Int32>.stride
        ) { storage in
            for group in 0..<groups {
                var description = sight_q8_igemm_weights(
                    taps: taps, depth: depth, columns: columns, order: order,
                    weights: bytes.bytes.baseAddress.map { $0 + group * columns * taps * depth },
                    weight_zero_point: zeroPoint, weights_are_signed: isSigned,
                    one_row: isOneRow)
                let census = storage.start + censuses + group * censusBytes
                let offset = sight_q8_igemm_pack(
                    &description, storage.start + group * packedBytes,
                    census.assumingMemoryBound(to: sight_q8_igemm_census.self))
                storage.start.storeBytes(
                    of: offset, toByteOffset: offsets + group * MemoryLayout<Int32>.stride,
                    as: Int32.self)
            }
        }
    }

    /// Packs the weights, unless another layer has done it, and sets the parameters.
    ///
    /// `channels` has the biases, multipliers and shifts of all groups, and the input's zero point.
    func pack(_ channels: sight_q8_igemm_channels) {
        weights.pack()
        let censusBytes = (offsets - censuses) / max(1, groups)
        for group in 0..<groups {
            let first = group * columns
            let census = weights.storage.start + censuses + group * censusBytes
            var part = channels
            part.columns = columns
            part.census = UnsafePointer(
                census.assumingMemoryBound(to: sight_q8_igemm_census.self))
            part.biases = channels.biases.map { $0 + first }
            part.multipliers = channels.multipliers.map { $0 + first }
            part.lefts = channels.lefts.map { $0 + first }
            part.rights = channels.rights.map { $0 + first }
            sight_q8_igemm_set_parameters(&part, parameters.start + group * parameterBytes)
        }
    }

    /// Sets the weights and parameters of a group in a job.
    func set(_ group: Int, in job: inout sight_q8_igemm_job) {
        job.packed = UnsafeRawPointer(weights.storage.start + group * packedBytes)
        job.parameters = UnsafeRawPointer(parameters.start + group * parameterBytes)
        job.weight_offset = weights.storage.start.load(
            fromByteOffset: offsets + group * MemoryLayout<Int32>.stride, as: Int32.self)
    }
}
