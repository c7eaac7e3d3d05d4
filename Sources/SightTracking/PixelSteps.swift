import SightGeometry

/// Where the pixels of an upright plane are in the memory of a frame that may be stored turned.
struct PixelSteps: Hashable, Sendable {
    /// The offset of the pixel in the left top corner.
    let first: Int
    /// Bytes from a pixel to its right neighbour.
    let across: Int
    /// Bytes from a pixel to the one below.
    let down: Int

    /// Steps that are known.
    init(first: Int, across: Int, down: Int) {
        self.first = first
        self.across = across
        self.down = down
    }

    /// Steps of a frame that is turned.
    ///
    /// - Parameters:
    ///   - orientation: how the stored frame must be turned.
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

    /// Where a pixel is.
    @inline(__always)
    func offset(_ x: Int, _ y: Int) -> Int { first + x * across + y * down }
}
