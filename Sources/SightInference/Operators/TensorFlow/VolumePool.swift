import SightModelFile
import SightTensor

/// A pooling operator on volumes `[N, D, H, W, C]` float32.
///
/// - Source: TensorFlow `tf.nn.max_pool3d` and `tf.nn.avg_pool3d`.
protocol VolumePool: Operator {
    /// The value of a window before its first element: minus infinity for a maximum, 0 for a sum.
    static var initial: Float { get }
    /// Returns the maximum or the sum of a window that has one more element.
    static func add(_ result: Float, _ element: Float) -> Float
    /// Returns the output for the maximum or the sum of a window with `count` elements.
    static func finish(_ result: Float, count: Int) -> Float
}

extension VolumePool {
    static var versions: ClosedRange<Int> { 1...1 }

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        try node.expectRank(input, 5...5)
        let axes = try windows(on: input, node)
        let (depths, rows, columns) = (axes[0], axes[1], axes[2])
        let channels = input.shape[4]
        let output = try node.setOutput(
            0,
            shape: node.shape(
                [input.shape[0], depths.output, rows.output, columns.output, channels]))
        let most = 1 << 20  // an estimate is enough
        let window = min(depths.largest * rows.largest, most) * min(columns.largest, most)
        let split = node.split(
            input.shape[0] * depths.output * rows.output,
            cost: min(columns.output * channels, most) * window)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let source = memory.elements(input.slot, as: Float.self)
            let target = memory.elements(output.slot, as: Float.self)
            for line in split.range(task) {
                let (plane, y) = line.quotientAndRemainder(dividingBy: rows.output)
                let (volume, z) = plane.quotientAndRemainder(dividingBy: depths.output)
                for x in 0..<columns.output {
                    let result = target + (line * columns.output + x) * channels
                    result.update(repeating: Self.initial, count: channels)
                    var count = 0
                    for depth in depths.range(z) {
                        for row in rows.range(y) {
                            for column in columns.range(x) {
                                let place =
                                    (volume * depths.input + depth) * rows.input + row
                                let pixel = source + (place * columns.input + column) * channels
                                for c in 0..<channels { result[c] = Self.add(result[c], pixel[c]) }
                                count += 1
                            }
                        }
                    }
                    for c in 0..<channels { result[c] = Self.finish(result[c], count: count) }
                }
            }
        }
    }

    /// Reads the windows along the depth, the height and the width of the input.
    private static func windows(on input: TensorSpec, _ node: Preparation) throws(ModelError)
        -> [Window]
    {
        let attributes = try node.attributes()
        let sizes = try node.extents("ksize", attributes, rank: 5)
        let strides = try node.extents("strides", attributes, rank: 5)
        let isValid = try node.isValidPadding(attributes)
        guard sizes[0] == 1, sizes[4] == 1, strides[0] == 1, strides[4] == 1,
            ["", "NDHWC"].contains(attributes.text("data_format"))
        else {
            throw node.fail(.unsupported, "windows over batches or channels are not supported")
        }
        var windows: [Window] = []
        for axis in 1...3 {
            guard
                let window = Window(
                    input: input.shape[axis], size: sizes[axis], stride: strides[axis],
                    isValid: isValid)
            else {
                throw node.fail(
                    "windows \(sizes) with strides \(strides) do not fit \(input.shape)")
            }
            windows.append(window)
        }
        return windows
    }
}

/// FlexMaxPool3D: the greatest elements of windows.
enum MaxPool3D: VolumePool {
    static let code = OperatorCode.custom("FlexMaxPool3D")
    static let initial = -Float.infinity

    @inline(__always)
    static func add(_ result: Float, _ element: Float) -> Float { max(result, element) }
    @inline(__always)
    static func finish(_ result: Float, count: Int) -> Float { result }
}

/// FlexAvgPool3D: the means of windows, without elements outside of the volume.
enum AveragePool3D: VolumePool {
    static let code = OperatorCode.custom("FlexAvgPool3D")
    static let initial: Float = 0

    @inline(__always)
    static func add(_ result: Float, _ element: Float) -> Float { result + element }
    @inline(__always)
    static func finish(_ result: Float, count: Int) -> Float { result / Float(count) }
}
