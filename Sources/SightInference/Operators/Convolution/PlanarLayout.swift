import SightTensor

/// The planes of an image with padding, as `sight-f32-planar.h` and `sight-q8-planar.h` read them.
///
/// A row of planes has the pixels that a row of the image and its padding have, those with the
/// same remainder by the stride side by side.
struct PlanarLayout: Sendable {
    let geometry: ConvolutionGeometry
    /// The number of floats or pixels in a row of a plane.
    let pitch: Int
    /// The number of rows of a batch that the filter reads, including padding.
    let batchRows: Int

    init(_ geometry: ConvolutionGeometry) {
        self.geometry = geometry
        let width = geometry.width
        let columns = max(width.reach, width.padding + width.input)
        pitch = (columns + width.stride - 1) / width.stride
        batchRows = geometry.height.reach
    }

    /// Whether the planes need at most about four times the memory of the image.
    ///
    /// The fourth bytes of pixels with three channels come on top.
    static func suits(_ geometry: ConvolutionGeometry) -> Bool {
        [geometry.height, geometry.width].allSatisfy { $0.reach / 2 <= $0.input }
    }

    /// The number of floats or pixels in a row of all planes.
    var rowLength: Int { geometry.width.stride * pitch }

    /// Returns the first element of the image row that a row of planes has; `nil` for padding.
    func source(_ row: Int) -> Int? {
        let (batch, line) = row.quotientAndRemainder(dividingBy: batchRows)
        let y = line - geometry.height.padding
        guard (0..<geometry.height.input).contains(y) else { return nil }
        return (batch * geometry.height.input + y) * geometry.width.input * geometry.channels
    }
}
