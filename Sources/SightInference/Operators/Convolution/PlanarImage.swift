import CSightKernels
import SightModelFile
import SightTensor

/// Copies an image of floats with padding to planes, one for each channel.
struct PlanarImage: PreparedOperator {
    let layout: PlanarLayout
    let output: TensorSlot
    private let input: TensorSlot
    private let split: TaskSplit

    /// Reserves the memory of the planes.
    ///
    /// - Precondition: ``PlanarLayout/suits(_:)`` is true for the geometry.
    init(
        _ input: TensorSlot, _ geometry: ConvolutionGeometry, _ node: Preparation
    ) throws(ModelError) {
        self.input = input
        layout = PlanarLayout(geometry)
        let rows = geometry.batches * layout.batchRows
        let count = rows * layout.rowLength * geometry.channels + Int(sight_f32_planar_slack)
        output = try node.scratch(byteCount: count * MemoryLayout<Float>.stride)
        split = node.split(rows, cost: layout.rowLength * geometry.channels)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let (width, channels) = (layout.geometry.width, layout.geometry.channels)
        let length = channels * layout.rowLength
        for row in split.range(task) {
            let target = memory.elements(output, as: Float.self) + row * length
            guard let start = layout.source(row) else {
                target.update(repeating: 0, count: length)
                continue
            }
            sight_f32_planar_spread(
                memory.elements(input, as: Float.self) + start, width.input, channels,
                width.padding, width.stride, layout.pitch, target)
        }
    }
}
