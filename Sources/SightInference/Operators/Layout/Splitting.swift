import SightModelFile
import SightTensor

/// Cuts one tensor into several along an axis, for SPLIT, SPLIT_V and UNPACK.
enum Splitting {
    /// Sets all outputs to the parts of an input.
    ///
    /// With `dropsAxis`, each part has extent 1 along the axis, and the axis is removed.
    static func prepare(
        input position: Int, axis: Int, sizes: [Int], dropsAxis: Bool = false, _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let input = try node.input(position)
        let inner = input.shape.strides[axis]
        let rowLength = input.shape[axis] * inner
        let outer = input.shape.dimensions.prefix(axis).reduce(1, *)
        let elementSize = try node.elementSize(input)
        var copies: [StridedCopy] = []
        var start = 0
        for (index, size) in sizes.enumerated() {
            try node.expectSameType(input, node.output(index))
            var extents = input.shape.dimensions
            extents[axis] = size
            if dropsAxis { extents.remove(at: axis) }
            try node.setOutput(index, shape: node.shape(extents))
            copies.append(
                StridedCopy(
                    [(outer, rowLength, size * inner), (size * inner, 1, 1)], source: start,
                    elementSize: elementSize))
            start += size * inner
        }
        return try node.parts(copies, ofInput: position)
    }
}

/// SPLIT: cuts a tensor into equal parts along one axis.
///
/// - Source: TensorFlow Lite `split`.
enum Split: Operator {
    static let code = OperatorCode.builtin(.split)
    static let versions = 1...5

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let count = try SplitOptions(options).count
        guard count > 0, count == node.outputCount else {
            throw node.fail("splits into \(count), has \(node.outputCount) outputs")
        }
        try node.expect(inputs: 2...2, outputs: count)
        let input = try node.input(1)
        let axis = try node.axis(node.integer(0), rank: input.shape.rank)
        guard input.shape[axis] % count == 0 else {
            throw node.fail("\(input.shape) does not split into \(count) on axis \(axis)")
        }
        let sizes = [Int](repeating: input.shape[axis] / count, count: count)
        return try Splitting.prepare(input: 1, axis: axis, sizes: sizes, node)
    }
}

/// SPLIT_V: cuts a tensor into parts of given sizes along one axis; one may be −1.
///
/// - Source: TensorFlow Lite `split_v`.
enum SplitV: Operator {
    static let code = OperatorCode.builtin(.splitV)
    static let versions = 1...3

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        var sizes = try node.integers(1)
        guard sizes.count == node.outputCount else {
            throw node.fail("\(sizes) does not name \(node.outputCount) parts")
        }
        try node.expect(inputs: 3...3, outputs: sizes.count)
        let input = try node.input(0)
        let axis = try node.axis(node.integer(2), rank: input.shape.rank)
        let extent = input.shape[axis]
        guard sizes.allSatisfy({ (-1...extent).contains($0) }) else {
            throw node.fail("\(sizes) leaves \(input.shape)")
        }
        if let free = sizes.firstIndex(of: -1) {
            sizes[free] = extent - (sizes.reduce(0, +) + 1)
        }
        guard sizes.allSatisfy({ $0 >= 0 }), sizes.reduce(0, +) == extent else {
            throw node.fail("\(sizes) does not add up to \(extent), axis \(axis) of \(input.shape)")
        }
        return try Splitting.prepare(input: 0, axis: axis, sizes: sizes, node)
    }
}
