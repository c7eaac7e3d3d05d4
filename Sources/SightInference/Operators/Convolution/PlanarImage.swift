import CSightKernels
import SightModelFile
import SightTensor

/// Copies an image with padding to one plane for each channel, as `sight-f32-planar.h` reads it.
struct PlanarImage: PreparedOperator {
    let input: TensorSlot
    let output: TensorSlot
    let geometry: ConvolutionGeometry
    /// The number of floats in a row of a plane.
    let pitch: Int
    /// The number of rows of a batch that the filter reads, including padding.
    let batchRows: Int
    private let split: TaskSplit

    /// Whether the planes need at most about four times the memory of the image.
    static func suits(_ geometry: ConvolutionGeometry) -> Bool {
        [geometry.height, geometry.width].allSatisfy { $0.reach / 2 <= $0.input }
    }

    /// Reserves the memory of the planes.
    ///
    /// - Precondition: ``suits(_:)`` is true for the geometry.
    init(_ input: TensorSlot, _ geometry: ConvolutionGeometry, _ node: Preparation)
        throws(ModelError)
    {
        self.input = input
        self.geometry = geometry
        let width = geometry.width
        let columns = max(width.reach, width.padding + width.input)
        pitch = (columns + width.stride - 1) / width.stride
        batchRows = geometry.height.reach
        let rows = geometry.batches * batchRows
        let count = rows * geometry.channels * width.stride * pitch
        output = try node.scratch(
            byteCount: (count + Int(sight_f32_planar_slack)) * MemoryLayout<Float>.stride)
        split = node.split(rows, cost: columns * geometry.channels)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let (height, width) = (geometry.height, geometry.width)
        let length = geometry.channels * width.stride * pitch
        for row in split.range(task) {
            let target = memory.elements(output, as: Float.self) + row * length
            let (batch, line) = row.quotientAndRemainder(dividingBy: batchRows)
            let y = line - height.padding
            guard (0..<height.input).contains(y) else {
                target.update(repeating: 0, count: length)
                continue
            }
            let start = (batch * height.input + y) * width.input * geometry.channels
            sight_f32_planar_spread(
                memory.elements(input, as: Float.self) + start, width.input, geometry.channels,
                width.padding, width.stride, pitch, target)
        }
    }
}
