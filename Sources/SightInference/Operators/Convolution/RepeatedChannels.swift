import CSightKernels
import SightModelFile
import SightTensor

/// Copies an image with each channel repeated, one copy after the other.
///
/// A depthwise layer with several output channels for each input channel is then one with a single
/// output channel for each, which has kernels of its own.
struct RepeatedChannels: PreparedOperator {
    let input: TensorSlot
    let output: TensorSlot
    /// The number of copies of each channel.
    private let count: Int
    private let elementSize: Int
    private let split: TaskSplit

    /// Whether an image with repeated channels needs at most about four times the memory of the
    /// layer's output.
    static func suits(_ geometry: ConvolutionGeometry) -> Bool {
        geometry.height.input * geometry.width.input / 4
            <= geometry.height.output * geometry.width.output
    }

    /// Reserves the memory of the copy of an image.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ image: TensorSlot, _ geometry: ConvolutionGeometry, count: Int, elementSize: Int,
        _ node: Preparation
    ) throws(ModelError) {
        input = image
        self.count = count
        self.elementSize = elementSize
        let pixels = geometry.batches * geometry.height.input * geometry.width.input
        let elements = pixels * geometry.channels
        let byteCount = CheckedInt(elements) * CheckedInt(count) * CheckedInt(elementSize)
        guard let byteCount = byteCount.value else {
            throw node.fail(.tooLarge, "\(pixels) pixels overflow with repeated channels")
        }
        output = try node.scratch(byteCount: byteCount)
        split = node.split(elements, cost: count)
    }

    var taskCount: Int { split.taskCount }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let range = split.range(task)
        sight_repeat_elements(
            memory[input] + range.lowerBound * elementSize, range.count, elementSize, count,
            memory[output] + range.lowerBound * count * elementSize)
    }
}
