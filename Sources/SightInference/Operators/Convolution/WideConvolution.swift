import SightTensor

/// CONV_2D and DEPTHWISE_CONV_2D of 16-bit inputs and 8-bit weights, without special kernels.
///
/// - Source: TensorFlow Lite `reference_integer_ops::ConvPerChannel` and
///   `DepthwiseConvPerChannel` for `int16_t`.
struct WideConvolution: Sendable {
    let layer: WideLayer
    let geometry: ConvolutionGeometry

    /// Prepares a convolution that mixes channels; the filter is `[K, h, w, C / groups]`.
    func mixing(_ node: Preparation, groups: Int) -> any PreparedOperator {
        let (channels, depth) = (layer.filter.shape[0], layer.filter.shape[3])
        let perGroup = channels / groups
        let row = geometry.tapCount * depth
        return loop(node, cost: channels * row) { image, taps, target, memory in
            let filter = memory.elements(layer.filter.slot, as: Int8.self)
            for channel in 0..<channels {
                let weights = filter + channel * row
                var sum: Int64 = 0
                taps { cell, pixel in
                    sum &+= WideLayer.dot(
                        image + pixel + channel / perGroup * depth, weights + cell * depth, depth)
                }
                target[channel] = layer.narrow(sum, channel, memory)
            }
        }
    }

    /// Prepares a convolution with filters for each channel; the filter is `[1, h, w, C × m]`.
    func depthwise(_ node: Preparation) -> any PreparedOperator {
        let channels = layer.filter.shape[3]
        let multiplier = channels / geometry.channels
        return loop(node, cost: channels * geometry.tapCount) { image, taps, target, memory in
            let filter = memory.elements(layer.filter.slot, as: Int8.self)
            for channel in 0..<channels {
                var sum: Int64 = 0
                taps { cell, pixel in
                    sum &+=
                        Int64(image[pixel + channel / multiplier])
                        &* Int64(filter[cell * channels + channel])
                }
                target[channel] = layer.narrow(sum, channel, memory)
            }
        }
    }

    /// Calls `body` for each output pixel with the input, a loop over the taps inside the image,
    /// and the pixel's outputs.
    ///
    /// The loop passes the number of each cell and the offset of the pixel that it reads.
    @inline(__always)
    private func loop(
        _ node: Preparation, cost: Int,
        _ body:
            @escaping @Sendable (
                UnsafePointer<Int16>, ((_ cell: Int, _ pixel: Int) -> Void) -> Void,
                UnsafeMutablePointer<Int16>, borrowing TensorMemory
            ) -> Void
    ) -> any PreparedOperator {
        let split = node.split(geometry.pixelCount, cost: cost)
        let channels = layer.output.shape[3]
        return PreparedLoop(tasks: split.taskCount) { task, memory in
            let input = UnsafePointer(memory.elements(layer.input.slot, as: Int16.self))
            let output = memory.elements(layer.output.slot, as: Int16.self)
            for index in split.range(task) {
                let (row, x) = index.quotientAndRemainder(dividingBy: geometry.width.output)
                let (image, y) = row.quotientAndRemainder(dividingBy: geometry.height.output)
                let taps = { (body: (Int, Int) -> Void) in
                    forEachTap(image: image, y: y, x: x, body)
                }
                body(input, taps, output + index * channels, memory)
            }
        }
    }

    @inline(__always)
    private func forEachTap(image: Int, y: Int, x: Int, _ body: (Int, Int) -> Void) {
        let (height, width) = (geometry.height, geometry.width)
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
