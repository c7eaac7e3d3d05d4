/// How stored pixels must be turned to stand upright: the eight values of EXIF tag 274.
///
/// The raw value is the EXIF number. The names follow `UIImage.Orientation`: `.right` means
/// that the stored image has to be rotated 90° clockwise to be upright.
///
/// - Source: EXIF 2.32, tag 0x0112.
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    /// Stored upright.
    case up = 1
    /// Flip horizontally.
    case upMirrored = 2
    /// Rotate by 180°.
    case down = 3
    /// Flip vertically.
    case downMirrored = 4
    /// Transpose: mirror along the main diagonal.
    case leftMirrored = 5
    /// Rotate 90° clockwise.
    case right = 6
    /// Mirror along the anti-diagonal.
    case rightMirrored = 7
    /// Rotate 90° counter-clockwise.
    case left = 8

    /// Whether width and height change places between the source and the upright image.
    public var swapsAxes: Bool { rawValue >= 5 }

    /// The orientation that undoes this one.
    public var inverse: Orientation {
        switch self {
        case .right: .left
        case .left: .right
        default: self
        }
    }

    /// Whether upright x runs against the source axis it comes from.
    package var flipsX: Bool {
        switch self {
        case .upMirrored, .down, .right, .rightMirrored: true
        case .up, .downMirrored, .leftMirrored, .left: false
        }
    }

    /// Whether upright y runs against the source axis it comes from.
    package var flipsY: Bool {
        switch self {
        case .down, .downMirrored, .rightMirrored, .left: true
        case .up, .upMirrored, .leftMirrored, .right: false
        }
    }
}
