import SightTensor

/// DEPTHWISE_CONV_2D of 16-bit inputs and 8-bit weights, without special kernels.
///
/// - Source: TensorFlow Lite `reference_integer_ops::DepthwiseConvPerChannel` for `int16_t`.
struct WideDepthwise: Sendable {
    let layer: WideLayer
    let geometry: ConvolutionGeometry

    /// Prepares a convolution with filters for each channel; the filter is `[1, h, w, C × m]`.
    func prepare(_ node: Preparation) -> any PreparedOperator {
        let channels = layer.filter.shape[3]
        let multiplier = channels / geometry.channels
        let split = node.split(geometry.pixelCount, cost: channels * geometry.tapCount)
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let image = UnsafePointer(memory.elements(layer.input.slot, as: Int16.self))
            let filter = UnsafePointer(memory.elements(layer.filter.slot, as: Int8.self))
            let output = memory.elements(layer.output.slot, as: Int16.self)
            let narrower = layer.requantization.narrower(memory)
            withUnsafeTemporaryAllocation(of: Int64.self, capacity: channels) { sums in
                for index in split.range(task) {
                    sums.initialize(repeating: 0)
                    forEachTap(index) { cell, pixel in
                        let (inputs, weights) = (image + pixel, filter + cell * channels)
                        for channel in 0..<channels {
                            let input =
                                multiplier == 1 ? inputs[channel] : inputs[channel / multiplier]
                            sums[channel] &+= Int64(Int32(input) &* Int32(weights[channel]))
                        }
                    }
                    let target = output + index * channels
                    for channel in 0..<channels {
                        target[channel] = narrower.output(sums[channel], channel)
                    }
                }
            }
        }
    }

    /// Calls `body` with the number of each filter cell inside the image and the offset of the
    /// pixel that it reads for an output pixel.
    @inline(__always)
    private func forEachTap(_ index: Int, _ body: (_ cell: Int, _ pixel: Int) -> Void) {
        let (height, width) = (geometry.height, geometry.width)
        let (row, x) = index.quotientAndRemainder(dividingBy: width.output)
        let (image, y) = row.quotientAndRemainder(dividingBy: height.output)
        for cellY in 0..<height.kernel {
            let row = height.position(y, cellY)
            guard (0..<height.input).contains(row) else { continue }
            for cellX in 0..<width.kernel {
                let column = width.position(x, cellX)
                guard (0..<width.input).contains(column) else { continue }
                body(
                    cellY * width.kernel + cellX,
                    ((image * height.input + row) * width.input + column) * geometry.channels)
            }
        }
    }
}
