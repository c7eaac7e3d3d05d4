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

    /// Returns the row of a volume that a kernel row reads for an output row; `nil` in padding.
    func row(z: Int, y: Int, _ kernelRow: Int) -> Int? {
        let (cellZ, cellY) = kernelRow.quotientAndRemainder(dividingBy: height.kernel)
        let (plane, row) = (depth.position(z, cellZ), height.position(y, cellY))
        guard (0..<depth.input).contains(plane), (0..<height.input).contains(row) else {
            return nil
        }
        return plane * height.input + row
    }
}
