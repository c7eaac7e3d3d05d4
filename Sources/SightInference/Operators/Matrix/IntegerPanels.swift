import CSightKernels
import SightModelFile
import SightTensor

/// Products of int8 matrices with the kernel of convolutions.
///
/// The kernel flips int8 on the left itself, unless the right zero point is not 0: then it needs
/// sums of the left matrix's rows, which it computes of uint8 only.
struct IntegerPanels: MatrixPanels {
    nonisolated(unsafe) private let kernel: sight_q8_igemm_function  // a C function
    private let order: sight_q8_igemm_order
    private let columns: Int
    private let depth: Int
    private let isTransposed: Bool
    private let zeroPoints: (left: Int32, right: Int32)
    private let requantization: sight_requantization
    /// `[3, parameterCount]` int32: the multipliers, left shifts and right shifts.
    private let parameters: AlignedStorage
    /// The number of columns, or 16 if all columns have the same multiplier and shifts.
    private let parameterCount: Int
    let tileRows: Int

    /// Prepares the kernel for one factor, or one for each column.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ product: MatrixProduct, factors: [FixedPointMultiplier],
        zeroPoints: (left: Int32, right: Int32), output: Affine, _ node: Preparation
    ) throws(ModelError) {
        let best = sight_q8_igemm_best(sight_current_tier()).pointee
        (kernel, tileRows, order) = (best.run, best.tile_rows, best.order)
        (columns, depth) = (product.columns, product.depth)
        isTransposed = product.isRightTransposed
        self.zeroPoints = zeroPoints
        let isUniform = factors.count == 1
        let layer = LayerRequantization(
            factors: isUniform
                ? [FixedPointMultiplier](repeating: factors[0], count: Int(sight_q8_igemm_width))
                : factors,
            range: Int32(Int8.min)...Int32(Int8.max), inputZeroPoint: zeroPoints.left,
            weightZeroPoint: zeroPoints.right, outputZeroPoint: output.zeroPoint)
        requantization = layer.shared
        parameterCount = layer.multipliers.count
        let lists = [layer.multipliers, layer.lefts, layer.rights]
        let listBytes = parameterCount * MemoryLayout<Int32>.stride
        parameters = try node.storage(byteCount: lists.count * listBytes)
        for (index, list) in lists.enumerated() {
            list.withUnsafeBytes { parameters.bytes[(index * listBytes)...].copyBytes(from: $0) }
        }
    }

    var slack: Int { sight_q8_igemm_packed_bytes(1, depth, 0, order) }
    /// The weights of all columns follow their parameters.
    var byteCount: Int {
        parameterBytes + sight_q8_igemm_packed_bytes(1, depth, columns, order) - slack
    }
    private var parameterBytes: Int { sight_q8_igemm_parameter_bytes(columns) }
    var cost: Int { 40 + depth / 2 }
    var leftFlip: UInt8 { zeroPoints.right == 0 ? 0 : 0x80 }

    func pack(_ first: Int, of matrix: UnsafeRawPointer, to packed: UnsafeMutableRawPointer) {
        let numbers = parameters.start.assumingMemoryBound(to: Int32.self)
        var matrix = sight_q8_igemm_matrix(
            depth: depth, columns: columns, order: order,
            values: matrix.assumingMemoryBound(to: Int8.self), is_transposed: isTransposed,
            is_uniform: requantization.uniform, multipliers: numbers,
            lefts: numbers + parameterCount, rights: numbers + 2 * parameterCount,
            left_zero_point: zeroPoints.left, right_zero_point: zeroPoints.right)
        sight_q8_igemm_pack_columns(
            &matrix, first, min(Int(sight_q8_igemm_width), columns - first),
            packed + parameterBytes, packed)
    }

    func multiply(
        _ block: sight_block, of left: UnsafeRawPointer, and packed: UnsafeRawPointer,
        to output: UnsafeMutableRawPointer
    ) {
        var job = sight_q8_igemm_job(
            window: sight_window(
                input: left, offsets: nil, padding: nil, taps: 1, row_bytes: depth, line: 0),
            depth: depth, packed: packed + parameterBytes, parameters: packed,
            weight_offset: -zeroPoints.right, input_flip: leftFlip ^ 0x80, output: output,
            output_stride: columns,
            requantization: requantization, sums_only: false)
        kernel(&job, block)
    }
}
