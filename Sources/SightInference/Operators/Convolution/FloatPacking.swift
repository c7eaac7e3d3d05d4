import CSightKernels
import SightModelFile

/// How a product of floats packs its weights; the kernel that reads them follows from it.
enum FloatPacking {
    /// All weights, as binary32.
    case dense
    /// All weights, rounded to bfloat16.
    case rounded
    /// Only the `count` weights that are not zero.
    case sparse(count: Int)

    /// The shortest runs that are worth rounding; shorter ones, such as those of a first layer,
    /// take longer to round than their products save.
    private static var leastRoundedDepth: Int { 12 }
    /// The fewest rows for which a kernel of sparse weights transposes inputs and sums.
    private static var leastSparseRows: Int { 16 }

    /// Chooses the packing of weights `[groups, columns, taps, depth]`.
    init(
        _ layer: LayerTensors, _ weights: ConstantBytes, window: WindowPlan, rows: Int,
        groups: Int, columns: Int
    ) {
        if layer.node.precision == .bfloat16, FloatPrecision.bfloat16.isAvailable,
            window.depth >= Self.leastRoundedDepth
        {
            self = .rounded
        } else if rows >= Self.leastSparseRows, groups == 1, window.tapCount == 1,
            let count = Self.sparseCount(weights, depth: window.depth, columns: columns)
        {
            self = .sparse(count: count)
        } else {
            self = .dense
        }
    }

    /// Returns the number of weights that are not zero, `nil` if a dense product is as fast.
    ///
    /// A product of a sparse layer takes about twice as long as one of a dense layer. The
    /// transposition of an input or a sum takes as long as four products of a dense layer.
    private static func sparseCount(_ weights: ConstantBytes, depth: Int, columns: Int) -> Int? {
        let count = depth * columns
        guard depth <= Int(sight_f32_sparse_depth), let start = weights.start(of: Float.self)
        else { return nil }
        // Most dense layers are known by their first weights, so that loading does not count them
        // all.
        let few = min(count, 256)
        guard count > 0, 4 * sight_f32_sparse_count(start, few) < 3 * few else { return nil }
        let found = sight_f32_sparse_count(start, count)
        return 2 * found + 4 * (depth + columns) < count ? found : nil
    }

    /// The best kernel of the tier in use.
    var kernel: sight_f32_igemm_kernel {
        let tier = sight_current_tier()
        return switch self {
        case .dense: sight_f32_igemm_best(tier).pointee
        case .rounded: sight_bf16_igemm_best(tier).pointee
        case .sparse: sight_f32_sparse_best(tier).pointee
        }
    }

    /// Numbers that tell packings apart.
    var numbers: [Int] {
        switch self {
        case .dense: [0, 0]
        case .rounded: [1, 0]
        case .sparse(let count): [2, count]
        }
    }

    /// Returns the size of the packed weights of one group.
    func byteCount(taps: Int, depth: Int, columns: Int) -> Int {
        switch self {
        case .dense: sight_f32_igemm_packed_bytes(taps, depth, columns)
        case .rounded: sight_bf16_igemm_packed_bytes(taps, depth, columns)
        case .sparse(let count): sight_f32_sparse_packed_bytes(count, columns)
        }
    }

    /// Packs the weights `[columns, taps, depth]` and biases of one group; `nil` biases are zeros.
    func pack(
        _ weights: UnsafePointer<Float>?, biases: UnsafePointer<Float>?, taps: Int, depth: Int,
        columns: Int, into packed: UnsafeMutableRawPointer
    ) {
        switch self {
        case .dense: sight_f32_igemm_pack(taps, depth, columns, weights, biases, packed)
        case .rounded: sight_bf16_igemm_pack(taps, depth, columns, weights, biases, packed)
        case .sparse(let count):
            sight_f32_sparse_pack(depth, columns, weights, count, biases, packed)
        }
    }
}
