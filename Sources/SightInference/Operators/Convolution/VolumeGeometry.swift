/// The positions of a filter's cells in a volume; an image is a volume of depth 1.
struct VolumeGeometry: Sendable {
    let batches: Int
    let depth: ConvolutionGeometry.Axis
    let height: ConvolutionGeometry.Axis
    let width: ConvolutionGeometry.Axis
    /// The number of input channels.
    let channels: Int

    /// The number of output pixels of all batches.
    var pixelCount: Int { batches * depth.output * height.output * width.output }
    /// The number of cells of the kernel.
    var tapCount: Int { depth.kernel * height.kernel * width.kernel }
    /// Whether every output pixel reads exactly the input pixel of the same index.
    var isPointwise: Bool { depth.isPointwise && height.isPointwise && width.isPointwise }

    /// Returns the index of the first output pixel of a row.
    func firstPixel(image: Int, z: Int, y: Int) -> Int {
        ((image * depth.output + z) * height.output + y) * width.output
    }
}
