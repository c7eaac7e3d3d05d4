import SightModelFile
import SightTensor

/// The products of BATCH_MATMUL of 16-bit integers with 16 or 8 bits on the right.
struct WideMatrices: PreparedOperator, Sendable {
    private let product: MatrixProduct
    private let kernel: WideProduct
    /// The left matrices `[M, K]` and the right ones `[N, K]`: operands or transposed copies.
    private let left: TensorSlot
    private let right: TensorSlot
    private let requantization: WideRequantization
    private let split: TaskSplit

    /// Adds the phases that transpose the operands; `factors` has one factor, or one for each
    /// column.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ product: MatrixProduct, factors: [FixedPointMultiplier], _ node: Preparation
    ) throws(ModelError) {
        self.product = product
        requantization = try WideRequantization(
            factors, bias: nil, channels: product.columns,
            range: Int32(Int16.min)...Int32(Int16.max), node)
        (left, right) = (try product.leftRows(node), try product.rightColumns(node))
        let (rows, columns, count) = (product.rows, product.columns, product.batchCount)
        kernel = WideProduct(
            window: WindowPlan(rowsOf: product.depth, elementSize: MemoryLayout<Int16>.stride),
            hasWords: product.right.elementType == .int16, rows: rows, columns: columns,
            threads: count < 4 * node.threadCount ? node.threadCount : 1)
        // An element of a task's usual work costs about 32 units of the kernels.
        let cost = rows * columns * WideProduct.cost(of: product.depth) / 32
        split = node.split(count * kernel.blockCount, cost: cost / kernel.blockCount)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let (rows, columns, depth) = (product.rows, product.columns, product.depth)
        let narrower = requantization.narrower(memory)
        let weightSize = product.right.elementType == .int16 ? 2 : 1
        for piece in split.range(task) {
            let (batch, block) = piece.quotientAndRemainder(dividingBy: kernel.blockCount)
            let place = product.batches.offsets(of: batch)
            kernel.compute(
                block, from: memory.elements(left, as: Int16.self) + place.x * rows * depth,
                weights: memory[right] + place.y * depth * columns * weightSize,
                to: memory.elements(product.output.slot, as: Int16.self)
                    + place.z * rows * columns,
                stride: columns, narrower)
        }
    }
}
