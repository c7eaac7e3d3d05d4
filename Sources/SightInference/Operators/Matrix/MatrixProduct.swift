import SightModelFile
import SightTensor

/// The extents and the general loop of BATCH_MATMUL, and of FULLY_CONNECTED with a computed filter.
struct MatrixProduct: Sendable {
    private(set) var left: TensorSpec
    private(set) var right: TensorSpec
    let output: TensorSpec
    /// The extents of one product: `[M, K] × [K, N]`.
    let rows: Int
    let columns: Int
    let depth: Int
    private(set) var isLeftTransposed: Bool
    let isRightTransposed: Bool
    /// The axis of columns in the right operand.
    let columnAxis: Int
    /// The distances between successive rows, and between successive elements along `K`.
    private var leftSteps: (row: Int, depth: Int)
    private let rightSteps: (depth: Int, column: Int)
    /// The loop over the products; its lanes are left, right and output, counted in matrices.
    let batches: NestedLoop
    let batchCount: Int

    init(_ node: Preparation, isLeftTransposed: Bool, isRightTransposed: Bool) throws(ModelError) {
        try node.expect(inputs: 2...2)
        (left, right) = (try node.input(0), try node.input(1))
        try node.expectSameType(left, node.output(0))
        if ![.int16, .float32].contains(left.elementType) || right.elementType != .int8 {
            try node.expectSameType(left, right)
        }
        try node.expectRank(left, 2...8)
        try node.expectRank(right, 2...8)
        (self.isLeftTransposed, self.isRightTransposed) = (isLeftTransposed, isRightTransposed)
        let (a, b) = (left.shape, right.shape)
        (rows, depth) = isLeftTransposed ? (a[-1], a[-2]) : (a[-2], a[-1])
        let (height, width) = isRightTransposed ? (b[-1], b[-2]) : (b[-2], b[-1])
        columns = width
        columnAxis = b.rank - (isRightTransposed ? 2 : 1)
        leftSteps = isLeftTransposed ? (1, rows) : (depth, 1)
        rightSteps = isRightTransposed ? (1, depth) : (columns, 1)
        guard height == depth, let outerLeft = Shape(a.dimensions.dropLast(2)),
            let outerRight = Shape(b.dimensions.dropLast(2)),
            let (loop, outer) = NestedLoop.broadcast([outerLeft, outerRight])
        else { throw node.fail("\(a) and \(b) do not multiply") }
        output = try node.setOutput(
            0, shape: node.shape(outer.dimensions + [rows, columns]))
        (batches, batchCount) = (loop, outer.elementCount)
    }

    /// Multiplies a layer's input, as rows `[M, K]`, by its filter `[N, K]`; the layer has set its
    /// output.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode`.
    init(layer node: Preparation, rows: Int) throws(ModelError) {
        (left, right, output) = (try node.input(0), try node.input(1), try node.output(0))
        (self.rows, columns, depth) = (rows, right.shape[0], right.shape[1])
        (isLeftTransposed, isRightTransposed, columnAxis) = (false, true, 0)
        (leftSteps, rightSteps) = ((depth, 1), (1, depth))
        (batches, batchCount) = (NestedLoop([]), 1)
    }

    /// Returns the product of other matrices of floats with the same extents; the left ones are
    /// `[M, K]`.
    func replacing(left slot: TensorSlot, right: TensorSpec) -> MatrixProduct {
        var copy = self
        copy.left = TensorSpec(
            slot: slot, info: left.info, elementType: .float32, shape: left.shape, constant: nil)
        copy.right = right
        (copy.isLeftTransposed, copy.leftSteps) = (false, (depth, 1))
        return copy
    }

    /// Returns the scale of the right operand, or one for each column, and its zero point.
    ///
    /// The reference reads scales per column as 0 and returns zeros; here they are used.
    ///
    /// - Throws: ``ModelError`` with codes `invalidNode` and `unsupported`.
    func rightScales(_ node: Preparation) throws(ModelError) -> (scales: [Float], zeroPoint: Int32)
    {
        guard let quantization = right.quantization, quantization.isPerAxis else {
            let affine = try node.affine(right)
            return ([affine.scale], affine.zeroPoint)
        }
        guard quantization.axis == columnAxis, quantization.scales.count == columns,
            quantization.zeroPoints.allSatisfy({ $0 == 0 })
        else {
            throw node.fail(
                "\(quantization.scales.count) scales along axis \(quantization.axis) do not fit "
                    + "\(columns) columns")
        }
        return (quantization.scales, 0)
    }

    /// Whether there is nothing to multiply.
    var isEmpty: Bool { batchCount == 0 || rows == 0 || columns == 0 || depth == 0 }
    /// The number of left and of right matrices.
    ///
    /// - Precondition: the product is not empty.
    var leftCount: Int { left.shape.elementCount / (rows * depth) }
    var rightCount: Int { right.shape.elementCount / (depth * columns) }

    /// Returns the left matrices as `[M, K]`: the operand, or a copy that a new phase makes.
    func leftRows(_ node: Preparation) throws(ModelError) -> TensorSlot {
        isLeftTransposed ? try transposed(left, rows, node) : left.slot
    }

    /// Returns the right matrices as `[N, K]`: the operand, or a copy that a new phase makes.
    func rightColumns(_ node: Preparation) throws(ModelError) -> TensorSlot {
        isRightTransposed ? right.slot : try transposed(right, columns, node)
    }

    /// Copies matrices `[K, lines]` as `[lines, K]`, unless both have the same layout.
    private func transposed(
        _ tensor: TensorSpec, _ lines: Int, _ node: Preparation
    ) throws(ModelError) -> TensorSlot {
        guard lines > 1, depth > 1 else { return tensor.slot }
        let copy = try node.scratch(byteCount: tensor.byteCount)
        let size = lines * depth
        let transpose = StridedCopy(
            [(tensor.shape.elementCount / size, size, size), (lines, 1, depth), (depth, lines, 1)],
            elementSize: try node.elementSize(tensor))
        node.addPhase(node.copying([transpose], from: [tensor.slot], to: copy))
        return copy
    }

    /// Sums products over `K` for each element; the tasks share the rows of all batches.
    @inline(__always)
    func loop<
        Value: BitwiseCopyable & Sendable, Right: BitwiseCopyable & Sendable,
        Sum: BitwiseCopyable & Sendable
    >(
        _ node: Preparation, _: Value.Type, right _: Right.Type, _: Sum.Type, zero: Sum,
        _ add: @escaping @Sendable (Sum, Value, Right) -> Sum,
        finish: @escaping @Sendable (Sum, _ column: Int) -> Value
    ) -> any PreparedOperator {
        let split = node.split(batchCount * rows, cost: columns * max(1, depth))
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            var (current, place) = (-1, SIMD4<Int>.zero)
            for index in split.range(task) {
                let (batch, row) = index.quotientAndRemainder(dividingBy: rows)
                if batch != current { (current, place) = (batch, batches.offsets(of: batch)) }
                let a =
                    memory.elements(left.slot, as: Value.self)
                    + (place.x * rows * depth + row * leftSteps.row)
                let b = memory.elements(right.slot, as: Right.self) + place.y * depth * columns
                let target =
                    memory.elements(output.slot, as: Value.self)
                    + (place.z * rows + row) * columns
                for n in 0..<columns {
                    var sum = zero
                    for k in 0..<depth {
                        sum = add(
                            sum, a[k * leftSteps.depth],
                            b[k * rightSteps.depth + n * rightSteps.column])
                    }
                    target[n] = finish(sum, n)
                }
            }
        }
    }
}
