import CSightKernels
import SightModelFile
import SightTensor

/// The products of BATCH_MATMUL with packed right matrices, each of which is packed once in a run,
/// or while the graph is prepared if it is constant.
struct PackedProduct<Panels: MatrixPanels>: PreparedOperator {
    private let product: MatrixProduct
    private let panels: Panels
    /// The left matrices `[M, K]`: the operand, or a copy that is transposed or flipped.
    private let left: TensorSlot
    private let packed: Packed
    /// The parts of one product, and the tasks that share the parts of all products.
    private let blocks: BlockSplit
    private let split: TaskSplit

    /// Where the packed right matrices are: in storage that is filled once, or in memory that each
    /// run fills.
    private enum Packed {
        case constant(AlignedStorage)
        case scratch(TensorSlot)
    }

    /// The limit of the packed bytes, as a multiple of the tensors' bytes.
    ///
    /// Narrow or small matrices take more, and the general loop is as fast for them.
    private static var packedLimit: Int { 8 }

    /// Adds the phases that prepare the operands.
    ///
    /// - Returns: `nil` if the general loop suits these shapes better.
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init?(_ product: MatrixProduct, _ panels: Panels, _ node: Preparation) throws(ModelError) {
        guard let bytes = Self.packedBytes(product, panels, node.limits) else { return nil }
        (self.product, self.panels) = (product, panels)
        packed = try Self.pack(product, panels, bytes, node)
        left = try Self.prepareLeft(product, flip: panels.leftFlip, node)
        let count = product.batchCount
        blocks = BlockSplit(
            rows: product.rows, columns: product.columns,
            tile: (panels.tileRows, 2 * Int(sight_f32_igemm_width)), cost: panels.cost,
            threads: count < 4 * node.threadCount ? node.threadCount : 1)
        // An element of a task's usual work costs about 32 units of the kernels.
        let outputs = product.output.shape.elementCount / count
        let cost = outputs * panels.cost / 32
        split = node.split(count * blocks.count, cost: cost / blocks.count)
    }

    /// Returns the size of all packed matrices; `nil` if the general loop suits better.
    private static func packedBytes(
        _ product: MatrixProduct, _ panels: Panels, _ limits: ModelLimits
    ) -> Int? {
        guard !product.isEmpty else { return nil }
        let (bytes, overflow) = panels.byteCount.multipliedReportingOverflow(
            by: product.rightCount)
        let operands = product.left.byteCount + product.right.byteCount + product.output.byteCount
        guard !overflow, bytes <= limits.tensorByteCount - panels.slack,
            bytes <= packedLimit * operands
        else { return nil }
        return bytes + panels.slack
    }

    /// Plans the packing of all right matrices.
    private static func pack(
        _ product: MatrixProduct, _ panels: Panels, _ bytes: Int, _ node: Preparation
    ) throws(ModelError) -> Packed {
        let right = product.right
        let (matrixBytes, packedBytes) = (right.byteCount / product.rightCount, panels.byteCount)
        let width = Int(sight_f32_igemm_width)
        let panelCount = (product.columns + width - 1) / width
        let count = product.rightCount * panelCount
        /// Packs some of the panels of all matrices.
        @Sendable func pack(
            _ pieces: Range<Int>, of source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
        ) {
            for piece in pieces {
                let (matrix, panel) = piece.quotientAndRemainder(dividingBy: panelCount)
                panels.pack(
                    panel * width, of: source + matrix * matrixBytes,
                    to: target + matrix * packedBytes)
            }
        }
        if let constant = right.constant, constant.bytes.count == right.byteCount,
            constant.bytes.baseAddress != nil
        {
            let storage = try node.packedStorage(byteCount: bytes)
            node.packing.add {
                guard let start = constant.bytes.baseAddress else { return }
                pack(0..<count, of: start, to: storage.start)
            }
            return .constant(storage)
        }
        let slot = try node.scratch(byteCount: bytes)
        let split = node.split(count, cost: width * product.depth)
        node.addPhase(
            PreparedLoop(tasks: split.taskCount) { task, memory in
                pack(split.range(task), of: memory[right.slot], to: memory[slot])
            })
        return .scratch(slot)
    }

    /// Plans copies of the left matrices where the kernel needs them in another form.
    private static func prepareLeft(
        _ product: MatrixProduct, flip: UInt8, _ node: Preparation
    ) throws(ModelError) -> TensorSlot {
        let (left, rows) = (product.left, try product.leftRows(node))
        guard flip != 0 else { return rows }
        let copy = rows == left.slot ? try node.scratch(byteCount: left.byteCount) : rows
        let split = node.split(left.byteCount)
        node.addPhase(
            PreparedLoop(tasks: split.taskCount) { task, memory in
                let bytes = split.range(task)
                sight_copy_flipped(
                    memory[rows] + bytes.lowerBound, bytes.count, flip,
                    memory[copy] + bytes.lowerBound)
            })
        return copy
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let packed =
            switch packed {
            case .constant(let storage): storage.start
            case .scratch(let slot): memory[slot]
            }
        let (left, output) = (memory[left], memory[product.output.slot])
        let count = product.batchCount
        let leftBytes = product.left.byteCount / product.leftCount
        let outputBytes = product.output.byteCount / count
        let packedBytes = panels.byteCount
        for piece in split.range(task) {
            let (batch, block) = piece.quotientAndRemainder(dividingBy: blocks.count)
            let place = product.batches.offsets(of: batch)
            panels.multiply(
                blocks.block(block), of: left + place.x * leftBytes,
                and: packed + place.y * packedBytes, to: output + place.z * outputBytes)
        }
    }
}
