import SightModelFile
import SightTensor

/// STRIDED_SLICE: copies a box with steps, like Python's `x[a:b:c, ..., None, 3]`.
///
/// Any element type of whole bytes; all five masks.
/// - Source: TensorFlow Lite `strided_slice`; TensorFlow `tf.strided_slice`.
enum StridedSlice: Operator {
    static let code = OperatorCode.builtin(.stridedSlice)
    static let versions = 1...8

    /// The range along one axis that a position of begin, end and strides selects.
    private struct Range {
        /// The extent of the result; `nil` if the axis is removed.
        var extent: Int?
        var begin = 0
        var step = 1
    }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try StridedSliceOptions(options)
        guard !options.isOffset else {
            throw node.fail(.unsupported, "ends that are offsets are not supported")
        }
        return try prepare(
            masks: [
                options.beginMask, options.endMask, options.ellipsisMask, options.newAxisMask,
                options.shrinkMask,
            ], node)
    }

    /// Prepares a node with the masks of begin, end, ellipsis, new axes and removed axes.
    static func prepare(masks: [Int], _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 4...4)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        let slice = try Specification(masks, node)
        var (extents, axes): ([Int], [(extent: Int, from: Int)]) = ([], [])
        var (axis, offset) = (0, 0)
        let (shape, strides) = (input.shape, input.shape.strides)
        for position in slice.begin.indices {
            if slice.isEllipsis(position) {
                for _ in 0..<max(0, slice.ellipsisCount(rank: shape.rank)) {
                    axes.append((shape[axis], strides[axis]))
                    extents.append(shape[axis])
                    axis += 1
                }
            } else if slice.isNewAxis(position) {
                extents.append(1)
            } else {
                guard axis < shape.rank else {
                    throw node.fail("\(slice.begin) names more axes than \(shape) has")
                }
                let range = try slice.range(position, extent: shape[axis], node)
                offset += range.begin * strides[axis]
                if let extent = range.extent {
                    extents.append(extent)
                    axes.append((extent, strides[axis] * range.step))
                }
                axis += 1
            }
        }
        for rest in axis..<max(axis, shape.rank) {
            axes.append((shape[rest], strides[rest]))
            extents.append(shape[rest])
        }
        try node.setOutput(0, shape: node.shape(extents))
        guard let dense = Shape(axes.map(\.extent)) else { throw node.fail("\(extents) overflows") }
        let to = dense.strides
        let copy = StridedCopy(
            axes.indices.map { (axes[$0].extent, axes[$0].from, to[$0]) }, source: offset,
            elementSize: try node.elementSize(input))
        return try node.parts([copy])
    }

    /// The three vectors and the five masks of a node.
    private struct Specification {
        let begin: [Int]
        let end: [Int]
        let strides: [Int]
        private let masks: [Int]

        init(_ masks: [Int], _ node: Preparation) throws(ModelError) {
            self.masks = masks
            begin = try node.integers(1)
            end = try node.integers(2)
            strides = try node.integers(3)
            guard begin.count == end.count, begin.count == strides.count, begin.count <= 32 else {
                throw node.fail("\(begin), \(end) and \(strides) differ in length")
            }
            guard !strides.contains(0) else { throw node.fail("strides \(strides) contain 0") }
            guard begin.indices.filter({ isEllipsis($0) }).count <= 1 else {
                throw node.fail("more than one ellipsis")
            }
        }

        private func bit(_ mask: Int, _ position: Int) -> Bool {
            masks[mask] >> position & 1 == 1
        }

        func isEllipsis(_ position: Int) -> Bool { bit(2, position) }
        func isNewAxis(_ position: Int) -> Bool { !isEllipsis(position) && bit(3, position) }

        /// Returns the number of axes that the ellipsis stands for.
        func ellipsisCount(rank: Int) -> Int {
            rank - begin.indices.filter { !isEllipsis($0) && !isNewAxis($0) }.count
        }

        func range(_ position: Int, extent: Int, _ node: Preparation) throws(ModelError) -> Range {
            let (start, stop, step) = (begin[position], end[position], strides[position])
            if bit(4, position) {
                let index = bit(0, position) ? 0 : (start < 0 ? start &+ extent : start)
                guard (0..<extent).contains(index) else {
                    throw node.fail("index \(start) lies outside an axis of \(extent)")
                }
                return Range(extent: nil, begin: index)
            }
            let bounds = step > 0 ? (0, extent) : (-1, extent - 1)
            let limited = { (value: Int) in
                min(max(value < 0 ? value &+ extent : value, bounds.0), bounds.1)
            }
            let first = bit(0, position) ? (step > 0 ? 0 : extent - 1) : limited(start)
            let last = bit(1, position) ? (step > 0 ? extent : -1) : limited(stop)
            let distance = step > 0 ? last - first : first - last
            let stride = Int(min(step.magnitude, UInt(Int32.max)))
            let count = distance <= 0 ? 0 : (distance - 1) / stride + 1
            return Range(
                extent: count, begin: count == 0 ? 0 : first, step: step > 0 ? stride : -stride)
        }
    }
}
