import CSightKernels
import SightModelFile
import SightTensor

/// The options, windows and tasks of the pooling operators.
///
/// Tensors are `[N, H, W, C]`.
struct Pooling: Sendable {
    let input: TensorSpec
    let output: TensorSpec
    let rows: Window
    let columns: Window
    let channels: Int
    /// The stored number of a border of zeros that is not in memory; `nil` if there is no such
    /// border.
    private let borderValue: Float?
    let activation: FusedActivation
    /// The division of the output's rows, of all batches, into tasks.
    let split: TaskSplit
    /// Scratch memory for 32-bit sums of the channels of one pixel, for each task.
    let sums: TensorSlot

    init(_ table: OptionsTable, _ node: Preparation) throws(ModelError) {
        try node.expect(inputs: 1...1)
        input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        try node.expectRank(input, 4...4)
        let options = try PoolingOptions(table)
        let (padding, stride) = (options.padding, options.stride)
        guard padding.isKnown else { throw node.fail("padding \(padding.rawValue)") }
        let (height, width) = options.window
        guard
            let rows = Window(
                input: input.shape[1], size: height, stride: stride.height,
                isValid: padding == .valid),
            let columns = Window(
                input: input.shape[2], size: width, stride: stride.width,
                isValid: padding == .valid)
        else {
            throw node.fail(
                "a window of \(height)×\(width) with strides \(stride.height)×\(stride.width) does not fit "
                    + "\(input.shape)")
        }
        let border = node.border(ofInput: 0)
        borderValue =
            border == nil ? nil : Float(try node.optionalAffine(input)?.zeroPoint ?? 0)
        self.rows = border.map { rows.inside($0.image[1], before: $0.top) } ?? rows
        self.columns = border.map { columns.inside($0.image[2], before: $0.left) } ?? columns
        channels = input.shape[3]
        activation = try FusedActivation(options.activation, node)
        output = try node.setOutput(
            0, shape: node.shape([input.shape[0], rows.output, columns.output, channels]))
        let window = min(height, rows.input) * min(width, columns.input)
        split = node.split(
            input.shape[0] * rows.output, cost: columns.output * channels * window)
        sums = try node.scratch(byteCount: split.taskCount * channels * 4)
    }

    /// Calls `body` for each output pixel of a task, with the windows' ranges.
    @inline(__always)
    func forEachPixel(
        _ task: Int, _ body: (_ image: Int, _ pixel: Int, _ y: Range<Int>, _ x: Range<Int>) -> Void
    ) {
        for row in split.range(task) {
            let (image, y) = row.quotientAndRemainder(dividingBy: rows.output)
            let rowRange = rows.range(y)
            for x in 0..<columns.output {
                body(image, row &* columns.output &+ x, rowRange, columns.range(x))
            }
        }
    }

    /// Returns the address of the first channel of an input pixel.
    @inline(__always)
    func offset(_ image: Int, _ y: Int, _ x: Int) -> Int {
        ((image &* rows.input &+ y) &* columns.input &+ x) &* channels
    }

    /// Uses a vector kernel, with one call for the windows of a row that lie inside of the image.
    ///
    /// A window that reaches into the border of a fused PAD finds at least the border's value. Only
    /// MAX_POOL_2D is fused with a PAD.
    func windows(
        elementSize: Int, _ range: ClosedRange<Float>,
        _ kernel: @escaping @Sendable (UnsafePointer<sight_window_row>) -> Void
    ) -> any PreparedOperator {
        let inner = columns.inner
        let atBorder = clamp(
            borderValue ?? range.lowerBound, range.lowerBound, range.upperBound)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let (source, target) = (memory[input.slot], memory[output.slot])
            for row in split.range(task) {
                let (image, y) = row.quotientAndRemainder(dividingBy: rows.output)
                let lines = rows.range(y)
                func find(_ windows: Range<Int>, width: Int, from column: Int) {
                    let isOutside =
                        rows.reachesOutside(y) || columns.reachesOutside(windows.lowerBound)
                    let first = (row * columns.output + windows.lowerBound) * channels
                    var job = sight_window_row(
                        input: source + offset(image, lines.lowerBound, column)
                            * elementSize,
                        row: columns.input * channels, step: columns.stride * channels,
                        height: lines.count, width: width, channels: channels,
                        count: windows.count, output: target + first * elementSize,
                        minimum: isOutside ? atBorder : range.lowerBound,
                        maximum: range.upperBound)
                    kernel(&job)
                }
                for x in 0..<columns.output where !inner.contains(x) {
                    let part = columns.range(x)
                    find(x..<(x + 1), width: part.count, from: part.lowerBound)
                }
                guard !inner.isEmpty else { continue }
                find(inner, width: columns.size, from: columns.range(inner.lowerBound).lowerBound)
            }
        }
    }
}
