import CSightKernels

/// A filter over one image, with a simple computation of the pixels under its cells.
struct SlidingFilter {
    struct Axis {
        let input: Int
        let kernel: Int
        var stride = 1
        var dilation = 1
        /// The padding cells before and after the image.
        var padding = 0

        var output: Int { (input + 2 * padding - (kernel - 1) * dilation - 1) / stride + 1 }
    }

    let height: Axis
    let width: Axis

    /// The number of output pixels.
    var pixelCount: Int { height.output * width.output }

    /// The input pixel under a filter cell of an output pixel; `nil` in the padding.
    func pixel(_ pixel: Int, _ tap: Int) -> Int? {
        let y =
            pixel / width.output * height.stride + tap / width.kernel * height.dilation
            - height.padding
        let x =
            pixel % width.output * width.stride + tap % width.kernel * width.dilation
            - width.padding
        guard (0..<height.input).contains(y), (0..<width.input).contains(x) else { return nil }
        return y * width.input + x
    }

    /// The filter and the image in the form for kernels.
    func image(_ input: UnsafeRawPointer?, _ padding: UnsafeRawPointer?, pixelBytes: Int)
        -> sight_image
    {
        sight_image(
            input: input, padding: padding, pixel_bytes: pixelBytes, height: height.input,
            width: width.input, rows: height.output, columns: width.output,
            kernel_height: height.kernel, kernel_width: width.kernel, stride_y: height.stride,
            stride_x: width.stride, dilation_y: height.dilation, dilation_x: width.dilation,
            top: height.padding, left: width.padding)
    }
}
