import SightModelFile
import SightTensor

/// STABLEHLO_GATHER: copies windows of a tensor that begin at indices, int32 or int64.
///
/// A window that would reach outside of the tensor begins at the nearest place where it fits. Any
/// element type of whole bytes.
/// - Source: StableHLO specification, `gather`; TensorFlow Lite `stablehlo_gather`.
enum StablehloGather: Operator {
    static let code = OperatorCode.builtin(.stablehloGather)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let options = try StablehloGatherOptions(options)
        let operand = try node.input(0)
        let indices = try Indices(node.input(1), node)
        try node.expectSameType(operand, node.output(0))
        let shape = try resultShape(options, operand.shape, indices.spec.shape, node)
        let windows = try IndexedWindows(
            of: operand.shape, at: indices, list: shape, options.axes, node)
        let output = try node.setOutput(0, shape: shape)
        let width = try node.elementSize(operand)
        return PreparedLoop { _, memory in
            let (source, target) = (memory[operand.slot], memory[output.slot])
            windows.forEachRow(moving: true, memory) { row in
                if row.steps == SIMD2(1, 1) {
                    (target + row.listed * width).copyMemory(
                        from: source + row.position * width, byteCount: row.count * width)
                } else {
                    for i in 0..<row.count {
                        (target + (row.listed + i * row.steps.x) * width).copyMemory(
                            from: source + (row.position + i * row.steps.y) * width,
                            byteCount: width)
                    }
                }
            }
        }
    }

    /// Returns the shape of all windows: the axes that count them, and those of a window.
    ///
    /// - Throws: ``ModelError`` with code `invalidNode` if a window is larger than the tensor, or
    ///   if the axes do not fit.
    private static func resultShape(
        _ options: StablehloGatherOptions, _ shape: Shape, _ places: Shape, _ node: Preparation
    ) throws(ModelError) -> Shape {
        let (axes, sizes) = (options.axes, options.sizes)
        guard sizes.count == shape.rank,
            shape.dimensions.indices.allSatisfy({ (0...shape[$0]).contains(sizes[$0]) }),
            axes.omittedAxes.allSatisfy({ sizes.indices.contains($0) && sizes[$0] == 1 })
        else {
            throw node.fail(
                "windows of sizes \(sizes) without axes \(axes.omittedAxes) do not fit \(shape)")
        }
        var counts = places.dimensions
        if counts.indices.contains(axes.indexAxis) { counts.remove(at: axes.indexAxis) }
        var extents = sizes.indices.filter { !axes.omittedAxes.contains($0) }.map { sizes[$0] }
        let rank = counts.count + extents.count
        var result: [Int] = []
        for axis in 0..<rank {
            if axes.windowAxes.contains(axis) {
                guard !extents.isEmpty else { break }
                result.append(extents.removeFirst())
            } else {
                guard !counts.isEmpty else { break }
                result.append(counts.removeFirst())
            }
        }
        guard result.count == rank else {
            throw node.fail("axes \(axes.windowAxes) of windows do not fit a rank of \(rank)")
        }
        return try node.shape(result)
    }
}
