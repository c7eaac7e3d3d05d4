import CSightKernels
import SightModelFile
import SightTensor

/// A filter that slides over an image, where the kernel works out itself where each cell lies.
struct ImagePlan: Sendable {
    private let geometry: ConvolutionGeometry
    private let pixelBytes: Int
    /// Pixels that are taken as one.
    let merged: Int
    /// One pixel of the value that stands for zero.
    private let padding: AlignedStorage

    /// Channels of a pixel, or of all that are taken as one.
    var channels: Int { geometry.channels * merged }
    /// Cells of the filter.
    var kernel: (height: Int, width: Int) { (geometry.height.kernel, geometry.width.kernel) }
    /// Output pixels of all batches.
    var pixelCount: Int { geometry.pixelCount }

    /// Makes a plan; `zero` is the byte that padding is made of, `merged` the pixels that a merged
    /// geometry takes as one.
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

    /// The filter over an input.
    ///
    /// - Precondition: used only while this value lives.
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
