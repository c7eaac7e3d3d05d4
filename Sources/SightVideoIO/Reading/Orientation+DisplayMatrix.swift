package import SightGeometry

extension Orientation {
    /// Makes the turn that a display matrix describes; `.up` for anything but the eight turns.
    ///
    /// The matrix maps stored to shown coordinates: `x' = a·x + c·y`, `y' = b·x + d·y`, in the
    /// order a, b, u, c, d, v, x, y, w. Only the signs are used; the player applies scale and
    /// offset.
    ///
    /// - Source: ISO/IEC 14496-12, `tkhd`; libavutil/display.h.
    package init(displayMatrix matrix: [Int32]) {
        guard matrix.count == 9 else {
            self = .up
            return
        }
        switch (matrix[0].signum(), matrix[1].signum(), matrix[3].signum(), matrix[4].signum()) {
        case (-1, 0, 0, 1): self = .upMirrored
        case (-1, 0, 0, -1): self = .down
        case (1, 0, 0, -1): self = .downMirrored
        case (0, 1, 1, 0): self = .leftMirrored
        case (0, 1, -1, 0): self = .right
        case (0, -1, -1, 0): self = .rightMirrored
        case (0, -1, 1, 0): self = .left
        default: self = .up
        }
    }
}
