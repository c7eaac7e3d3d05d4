/// The turn that makes the stored pixels of an image upright: the eight values of EXIF tag 274.
///
/// The raw value is the EXIF number. The names are those of `UIImage.Orientation`: `.right` means
/// that the stored image must be rotated 90° clockwise. The last column is the upright position of
/// a box at `x 0, y 0, width 10, height 5` in an image that is stored with 40 × 30 pixels.
///
/// | Value | Case | Turn | x, y, width, height |
/// |---|---|---|---|
/// | 1 | `up` | none | 0, 0, 10, 5 |
/// | 2 | `upMirrored` | flip left and right | 30, 0, 10, 5 |
/// | 3 | `down` | rotate by 180° | 30, 25, 10, 5 |
/// | 4 | `downMirrored` | flip top and bottom | 0, 25, 10, 5 |
/// | 5 | `leftMirrored` | mirror along the main diagonal | 0, 0, 5, 10 |
/// | 6 | `right` | rotate 90° clockwise | 25, 0, 5, 10 |
/// | 7 | `rightMirrored` | mirror along the other diagonal | 25, 30, 5, 10 |
/// | 8 | `left` | rotate 90° counter-clockwise | 0, 30, 5, 10 |
///
/// - Source: EXIF 2.32, tag 0x0112.
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    /// The image is stored upright.
    case up = 1
    /// Flip the stored image left and right.
    case upMirrored = 2
    /// Rotate the stored image by 180°.
    case down = 3
    /// Flip the stored image top and bottom.
    case downMirrored = 4
    /// Mirror the stored image along its main diagonal (transpose it).
    case leftMirrored = 5
    /// Rotate the stored image 90° clockwise.
    case right = 6
    /// Mirror the stored image along its other diagonal.
    case rightMirrored = 7
    /// Rotate the stored image 90° counter-clockwise.
    case left = 8

    /// Whether the width of the stored image becomes the height of the upright image.
    public var swapsAxes: Bool { rawValue >= 5 }

    /// The orientation that turns the upright image back into the stored one.
    public var inverse: Orientation {
        switch self {
        case .right: .left
        case .left: .right
        default: self
        }
    }

    /// Whether upright x decreases while the source coordinate that it comes from increases.
    package var flipsX: Bool {
        switch self {
        case .upMirrored, .down, .right, .rightMirrored: true
        case .up, .downMirrored, .leftMirrored, .left: false
        }
    }

    /// Whether upright y decreases while the source coordinate that it comes from increases.
    package var flipsY: Bool {
        switch self {
        case .down, .downMirrored, .rightMirrored, .left: true
        case .up, .upMirrored, .leftMirrored, .right: false
        }
    }
}
