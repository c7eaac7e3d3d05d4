import SightModelFile
import SightTensor

/// FlexExtractImagePatches: copies the pixels of windows next to each other.
///
/// `[N, H, W, C]` of any element type of whole bytes; the result is `[N, OH, OW, KH·KW·C]`. Pixels
/// outside of the image are 0.
/// - Source: TensorFlow `tf.image.extract_patches`.
enum ExtractImagePatches: Operator {
    static let code = OperatorCode.custom("FlexExtractImagePatches")
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 1...1)
        let input = try node.input(0)
        try node.expectSameType(input, node.output(0))
        try node.expectRank(input, 4...4)
        let attributes = try node.attributes()
        let rows = try axis(1, input, attributes, node)
        let columns = try axis(2, input, attributes, node)
        let (channels, shape) = (input.shape[3], input.shape)
        let (taps, overflow) = rows.size.multipliedReportingOverflow(by: columns.size)
        let (length, tooLong) = taps.multipliedReportingOverflow(by: channels)
        guard !overflow, !tooLong else { throw node.fail("windows of \(shape) are too large") }
        let output = try node.setOutput(
            0, shape: node.shape([shape[0], rows.windows.output, columns.windows.output, length]))
        let bytes = channels * (try node.elementSize(input))
        let split = node.split(
            shape[0] * rows.windows.output, cost: columns.windows.output * length)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let (source, target) = (memory[input.slot], memory[output.slot])
            for line in split.range(task) {
                let (image, y) = line.quotientAndRemainder(dividingBy: rows.windows.output)
                for x in 0..<columns.windows.output {
                    let patch =
                        target + (line * columns.windows.output + x) * rows.size * columns.size
                        * bytes
                    for tap in 0..<(rows.size * columns.size) {
                        let (row, column) = tap.quotientAndRemainder(dividingBy: columns.size)
                        let pixel = patch + tap * bytes
                        guard let top = rows.place(y, row), let left = columns.place(x, column)
                        else {
                            pixel.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
                            continue
                        }
                        pixel.copyMemory(
                            from: source + ((image * shape[1] + top) * shape[2] + left) * bytes,
                            byteCount: bytes)
                    }
                }
            }
        }
    }

    /// The windows along one axis.
    private struct Axis: Sendable {
        let windows: Window
        /// The number of pixels of a window, and the distance from one to the next.
        let size: Int
        let rate: Int

        /// Returns the input's position of a window's pixel; `nil` outside of the image.
        func place(_ window: Int, _ pixel: Int) -> Int? {
            let place = window * windows.stride - windows.padding + pixel * rate
            return place >= 0 && place < windows.input ? place : nil
        }
    }

    private static func axis(
        _ axis: Int, _ input: TensorSpec, _ attributes: NodeDefinition, _ node: Preparation
    ) throws(ModelError) -> Axis {
        let size = try node.extents("ksizes", attributes, rank: 4)[axis]
        let stride = try node.extents("strides", attributes, rank: 4)[axis]
        let rate = try node.extents("rates", attributes, rank: 4)[axis]
        let (spread, overflow) = (size - 1).multipliedReportingOverflow(by: rate)
        guard !overflow,
            let windows = Window(
                input: input.shape[axis], size: spread + 1, stride: stride,
                isValid: try node.isValidPadding(attributes))
        else {
            throw node.fail(
                "windows of \(size) with the stride \(stride) and the rate \(rate) do not fit "
                    + "\(input.shape)")
        }
        return Axis(windows: windows, size: size, rate: rate)
    }
}
