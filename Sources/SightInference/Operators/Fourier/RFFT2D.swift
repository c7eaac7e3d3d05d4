import SightModelFile
import SightTensor

/// RFFT2D: the two-dimensional Fourier transform of real matrices, without the redundant half.
///
/// float32 `[…, H, W]`, cropped or padded with zeros to the given lengths, which are powers of two,
/// to complex64 `[…, h, w / 2 + 1]`.
/// - Source: Cooley and Tukey, 1965; TensorFlow Lite `rfft2d`.
enum RFFT2D: Operator {
    static let code = OperatorCode.builtin(.rfft2d)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try node.expect(inputs: 2...2)
        let (input, lengths) = (try node.input(0), try node.integers(1))
        guard input.elementType == .float32 else { throw node.unsupported(input) }
        guard try node.output(0).elementType == .complex64 else {
            throw node.unsupported(try node.output(0))
        }
        try node.expectRank(input, 2...32)
        guard lengths.count == 2, lengths.allSatisfy({ (1...1 << 20).contains($0) }),
            lengths.allSatisfy({ $0.nonzeroBitCount == 1 })
        else { throw node.fail("lengths \(lengths), expected two powers of two") }
        let kept = lengths[1] / 2 + 1
        let output = try node.setOutput(
            0, shape: node.shape(input.shape.dimensions.dropLast(2) + [lengths[0], kept]))
        // A row of one number is the first half of a row of two numbers.
        let transform = try FourierTransform(count: max(1, lengths[1] / 2), node)
        let width = input.shape[-2] == 0 ? 0 : min(input.shape[-1], lengths[1])
        return lengths[0] == 1
            ? try rows(input, width: width, output, transform, node)
            : try matrices(input, width: width, output, transform, node)
    }

    /// Prepares transforms of the first row of each matrix.
    private static func rows(
        _ input: TensorSpec, width: Int, _ output: TensorSpec, _ transform: FourierTransform,
        _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let kept = output.shape[-1]
        let stride = input.shape[-2] * input.shape[-1]
        let rows = output.shape.elementCount / kept
        let groups = TaskSplit(
            (rows + FourierTransform.lanes - 1) / FourierTransform.lanes,
            cost: FourierTransform.lanes * kept, threads: node.threadCount)
        let bytes = transform.byteCount
        let scratch = try node.scratch(byteCount: groups.taskCount * bytes)
        return PreparedLoop(tasks: groups.taskCount) { task, memory in
            let values = memory.elements(input.slot, as: Float.self)
            let results = memory.elements(output.slot, as: Float.self)
            let numbers = (memory[scratch] + task * bytes).assumingMemoryBound(to: Double.self)
            for group in groups.range(task) {
                let first = group * FourierTransform.lanes
                let count = min(FourierTransform.lanes, rows - first)
                transform.run(
                    values + first * stride, stride: stride, count: count, width: width,
                    to: numbers)
                transform.store(
                    numbers, count: kept, rows: count, to: results + 2 * first * kept, stride: kept)
            }
        }
    }

    /// Prepares transforms of the rows of each matrix, and then of the columns of the results.
    private static func matrices(
        _ input: TensorSpec, width: Int, _ output: TensorSpec, _ across: FourierTransform,
        _ node: Preparation
    ) throws(ModelError) -> any PreparedOperator {
        let (rows, kept) = (output.shape[-2], output.shape[-1])
        let (height, stride) = (input.shape[-2], input.shape[-1])
        let down = try FourierTransform(count: rows, node)
        let plane = try node.scratch(byteCount: 16 * rows * kept)
        let scratch = try node.scratch(byteCount: max(across.byteCount, down.byteCount))
        let lanes = FourierTransform.lanes
        return PreparedLoop { _, memory in
            let plane = memory.elements(plane, as: SIMD2<Double>.self)
            let numbers = memory.elements(scratch, as: Double.self)
            plane.update(repeating: .zero, count: rows * kept)
            for matrix in 0..<(output.shape.elementCount / (rows * kept)) {
                let source = memory.elements(input.slot, as: Float.self) + matrix * height * stride
                let target = memory.elements(output.slot, as: Float.self) + 2 * matrix * rows * kept
                for first in Swift.stride(from: 0, to: min(height, rows), by: lanes) {
                    let count = min(lanes, min(height, rows) - first)
                    across.run(
                        source + first * stride, stride: stride, count: count, width: width,
                        to: numbers)
                    for k in 0..<kept {
                        for lane in 0..<count {
                            plane[(first + lane) * kept + k] = number(numbers, k, lane)
                        }
                    }
                }
                for first in Swift.stride(from: 0, to: kept, by: lanes) {
                    for y in 0..<rows {
                        let place = numbers + 2 * lanes * down.place(of: y)
                        for lane in 0..<lanes {
                            let value = plane[y * kept + min(first + lane, kept - 1)]
                            (place[lane], place[lanes + lane]) = (value.x, value.y)
                        }
                    }
                    down.run(numbers)
                    for y in 0..<rows {
                        for lane in 0..<min(lanes, kept - first) {
                            let value = SIMD2<Float>(number(numbers, y, lane))
                            let place = target + 2 * (y * kept + first + lane)
                            (place[0], place[1]) = (value.x, value.y)
                        }
                    }
                }
            }
        }
    }

    /// Returns a number of one lane.
    @inline(__always)
    private static func number(_ numbers: UnsafePointer<Double>, _ k: Int, _ lane: Int)
        -> SIMD2<Double>
    {
        let start = numbers + 2 * FourierTransform.lanes * k + lane
        return [start[0], start[FourierTransform.lanes]]
    }
}
