import CSightKernels
import SightModelFile
import SightTensor

/// RESIZE_BILINEAR: resizes an image by interpolating between the four pixels around each point.
///
/// float32, uint8, int8, int16.
/// - Source: TensorFlow Lite `resize_bilinear`: uint8 is interpolated as floats and rounded half
///   up; int8 and int16 use 10 fraction bits and round to nearest, ties away from zero.
enum ResizeBilinear: Operator {
    static let code = OperatorCode.builtin(.resizeBilinear)
    static let versions = 1...4

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        let options = try ResizeBilinearOptions(options)
        let resizing = try Resizing(
            node, alignsCorners: options.alignsCorners, usesHalfPixels: options.usesHalfPixels)
        let shape = resizing.output.shape
        // Vector kernels scale whole rows of the input, which far fewer columns do not repay. The
        // results are the same.
        let isNarrow = shape[2] < resizing.input.shape[2] / 16
        let tier = isNarrow ? sight_tier_scalar : sight_current_tier()
        let kernels = sight_row_kernels_best(tier).pointee
        try node.spendList(shape[1] + shape[2], of: SamplePoints.Point.self)
        switch resizing.input.elementType {
        case .float32:
            let points = SamplePoints(floatsOf: resizing)
            return try rows(resizing, points, node, kernels.bilinear_f32)
        case .uint8:
            let points = SamplePoints(floatsOf: resizing)
            return try rows(resizing, points, node, kernels.bilinear_u8)
        case .int8:
            let points = SamplePoints(integersOf: resizing)
            return try rows(resizing, points, node, kernels.bilinear_i8)
        case .int16: return words(resizing, node)
        default: throw node.unsupported(resizing.input)
        }
    }

    /// Interpolates row by row, with the kernel for the element type.
    private static func rows(
        _ resizing: Resizing, _ points: SamplePoints, _ node: Preparation,
        _ kernel: @escaping @convention(c) (UnsafePointer<sight_bilinear_row>?) -> Void
    ) throws(ModelError) -> any PreparedOperator {
        let shape = resizing.input.shape
        let (height, width, channels) = (shape[1], shape[2], shape[3])
        let size = try node.elementSize(resizing.input)
        let split = node.split(
            shape[0] * points.rows.count, cost: points.columns.count * max(1, channels))
        let scratchLength = 2 * (width * channels + Int(sight_row_slack))
        let scratch = try node.scratch(
            byteCount: split.taskCount * scratchLength * MemoryLayout<Float>.stride)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let source = memory[resizing.input.slot]
            let output = memory[resizing.output.slot]
            points.columns.withUnsafeBufferPointer { columns in
                for row in split.range(task) {
                    let (image, y) = row.quotientAndRemainder(dividingBy: points.rows.count)
                    let point = points.rows[y]
                    let start = source + image * height * width * channels * size
                    var job = sight_bilinear_row(
                        upper: start + Int(point.lower) * width * channels * size,
                        lower: start + Int(point.upper) * width * channels * size,
                        fraction: point.fraction, steps: point.steps, width: width,
                        channels: channels, columns: columns.baseAddress, count: columns.count,
                        scratch: memory.elements(scratch, as: Float.self) + task * scratchLength,
                        output: output + row * columns.count * channels * size)
                    kernel(&job)
                }
            }
        }
    }

    private static func words(_ resizing: Resizing, _ node: Preparation) -> any PreparedOperator {
        let points = SamplePoints(integersOf: resizing)
        let channels = resizing.input.shape[3]
        return points.loop(resizing, node) { y, x, corners, target, memory in
            let source = memory.elements(resizing.input.slot, as: Int16.self)
            let output = memory.elements(resizing.output.slot, as: Int16.self) + target
            let (bottom, right) = (Int64(y.steps), Int64(x.steps))
            let (top, left) = (1024 - bottom, 1024 - right)
            for c in 0..<channels {
                let sum =
                    Int64(source[corners.x + c]) * top * left
                    + Int64(source[corners.y + c]) * bottom * left
                    + Int64(source[corners.z + c]) * top * right
                    + Int64(source[corners.w + c]) * bottom * right
                let half: Int64 = sum > 0 ? 1 << 19 : -(1 << 19)
                output[c] = Int16(truncatingIfNeeded: (sum + half) / (1 << 20))
            }
        }
    }
}
