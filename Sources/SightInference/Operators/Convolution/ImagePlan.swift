import CSightKernels
import SightModelFile
import SightTensor

/// A filter that moves over an image; the kernel itself computes the position of each cell.
struct ImagePlan: Sendable {
    private let geometry: ConvolutionGeometry
    private let pixelBytes: Int
    /// The number of pixels that are computed as one.
    let merged: Int
    /// One pixel of values that represent zero.
    private let padding: AlignedStorage

    /// The number of channels of a pixel, or of all pixels that are computed as one.
    var channels: Int { geometry.channels * merged }
    /// The number of rows and columns of the filter.
    var kernel: (height: Int, width: Int) { (geometry.height.kernel, geometry.width.kernel) }
    /// The number of output pixels of all batches.
    var pixelCount: Int { geometry.pixelCount }

    /// Creates a plan; `zero` is the value of the bytes of padding, `merged` the number of pixels
    /// that a merged geometry computes as one.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(
        _ geometry: ConvolutionGeometry, elementSize: Int, zero: UInt8, merged: Int = 1,
        _ node: Preparation
    ) throws(ModelError) {
        self.geometry = geometry
        self.merged = merged
        pixelBytes = geometry.channels * elementSize
        padding = try node.storage(byteCount: pixelBytes * merged)
        padding.bytes.initializeMemory(as: UInt8.self, repeating: zero)
    }

    /// Returns the filter over an input.
    ///
    /// - Precondition: the result is only used while this value exists.
    func image(over input: UnsafeRawPointer) -> sight_image {
        let (height, width) = (geometry.height, geometry.width)
        return sight_image(
            input: input, padding: padding.start, pixel_bytes: pixelBytes,
            height: height.input, width: width.input, rows: height.output, columns: width.output,
            kernel_height: height.kernel, kernel_width: width.kernel,
            stride_y: height.stride, stride_x: width.stride,
            dilation_y: height.dilation, dilation_x: width.dilation,
            top: height.padding, left: width.padding)
    }
}
