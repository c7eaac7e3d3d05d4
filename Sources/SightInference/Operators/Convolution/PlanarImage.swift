import CSightKernels
import SightModelFile
import SightTensor

/// Copies an image with padding to planes of neighboring pixels, as `sight-f32-planar.h` and
/// `sight-q8-planar.h` read it.
struct PlanarImage: PreparedOperator {
    /// The elements of the planes.
    enum Elements {
        /// Floats, with one plane for each channel.
        case floats
        /// Pixels of four bytes. `zero` is the byte of padding before `flip` flips bits of all
        /// bytes; a kernel has the function `spread`.
        case pixels(zero: UInt8, flip: UInt8, spread: sight_q8_planar_spread)
    }

    let input: TensorSlot
    let output: TensorSlot
    let geometry: ConvolutionGeometry
    /// The number of floats or pixels in a row of a plane.
    let pitch: Int
    /// The number of rows of a batch that the filter reads, including padding.
    let batchRows: Int
    private let elements: Elements
    private let split: TaskSplit

    /// Whether the planes need at most about four times the memory of the image.
    ///
    /// The fourth bytes of pixels with three channels come on top.
    static func suits(_ geometry: ConvolutionGeometry) -> Bool {
        [geometry.height, geometry.width].allSatisfy { $0.reach / 2 <= $0.input }
    }

    /// Reserves the memory of the planes.
    ///
    /// - Precondition: ``suits(_:)`` is true for the geometry; pixels have at most 4 channels.
    init(
        _ input: TensorSlot, _ geometry: ConvolutionGeometry, _ elements: Elements,
        _ node: Preparation
    ) throws(ModelError) {
        self.input = input
        self.geometry = geometry
        self.elements = elements
        let width = geometry.width
        let columns = max(width.reach, width.padding + width.input)
        pitch = (columns + width.stride - 1) / width.stride
        batchRows = geometry.height.reach
        let rows = geometry.batches * batchRows
        let count = rows * width.stride * pitch
        let byteCount =
            switch elements {
            case .floats:
                (count * geometry.channels + Int(sight_f32_planar_slack))
                    * MemoryLayout<Float>.stride
            case .pixels: count * Int(sight_q8_planar_depth) + Int(sight_q8_planar_slack)
            }
        output = try node.scratch(byteCount: byteCount)
        split = node.split(rows, cost: columns * geometry.channels)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        for row in split.range(task) {
            let (batch, line) = row.quotientAndRemainder(dividingBy: batchRows)
            let y = line - geometry.height.padding
            let isInside = (0..<geometry.height.input).contains(y)
            let start =
                (batch * geometry.height.input + y) * geometry.width.input * geometry.channels
            switch elements {
            case .floats: spreadFloats(row, from: isInside ? start : nil, memory)
            case .pixels(let zero, let flip, let spread):
                spreadPixels(
                    row, from: isInside ? start : nil, zero: zero, flip: flip, spread, memory)
            }
        }
    }

    /// Fills a row of planes with the image row whose first float is at `start`, or with zeros.
    private func spreadFloats(_ row: Int, from start: Int?, _ memory: borrowing TensorMemory) {
        let width = geometry.width
        let length = geometry.channels * width.stride * pitch
        let target = memory.elements(output, as: Float.self) + row * length
        guard let start else {
            target.update(repeating: 0, count: length)
            return
        }
        sight_f32_planar_spread(
            memory.elements(input, as: Float.self) + start, width.input, geometry.channels,
            width.padding, width.stride, pitch, target)
    }

    /// Fills a row of planes with the image row whose first byte is at `start`, or with padding.
    private func spreadPixels(
        _ row: Int, from start: Int?, zero: UInt8, flip: UInt8,
        _ spread: sight_q8_planar_spread, _ memory: borrowing TensorMemory
    ) {
        let width = geometry.width
        let length = width.stride * pitch * Int(sight_q8_planar_depth)
        let target = memory.elements(output, as: UInt8.self) + row * length
        guard let start else {
            target.update(repeating: zero ^ flip, count: length)
            return
        }
        var line = sight_q8_planar_line(
            width: width.input, channels: geometry.channels, left: width.padding,
            stride: width.stride, pitch: pitch, zero: zero, flip: flip)
        spread(&line, memory.elements(input, as: UInt8.self) + start, target)
    }
}
