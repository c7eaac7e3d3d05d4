import SightGeometry

/// The offsets of an upright plane's pixels, one byte each, in the memory of a frame that may be
/// stored turned.
struct PixelSteps: Hashable, Sendable {
    /// The offset of the upright plane's top-left pixel from the start of the memory, in bytes.
    let first: Int
    /// The distance from a pixel to its right neighbor, in bytes; negative if that is stored first.
    let across: Int
    /// The distance from a pixel to its lower neighbor, in bytes; negative if that is stored first.
    let down: Int

    /// Creates steps from known offsets.
    init(first: Int, across: Int, down: Int) {
        self.first = first
        self.across = across
        self.down = down
    }

    /// Creates the steps of a frame that is stored turned.
    ///
    /// - Parameters:
    ///   - orientation: the turn that makes the stored frame upright.
    ///   - width: pixels in a row of the upright plane.
    ///   - height: rows of the upright plane.
    ///   - rowBytes: bytes from one stored row to the next.
    init(_ orientation: Orientation, width: Int, height: Int, rowBytes: Int) {
        let (x, y) = orientation.swapsAxes ? (rowBytes, 1) : (1, rowBytes)
        first =
            (orientation.flipsX ? (width - 1) * x : 0)
            + (orientation.flipsY ? (height - 1) * y : 0)
        across = orientation.flipsX ? -x : x
        down = orientation.flipsY ? -y : y
    }

    /// Returns the offset of the pixel in column `x` and row `y` of the upright plane, in bytes.
    @inline(__always)
    func offset(_ x: Int, _ y: Int) -> Int { first + x * across + y * down }
}
