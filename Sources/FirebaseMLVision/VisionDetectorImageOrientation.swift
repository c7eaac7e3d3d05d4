import SightGeometry

/// The orientation of stored pixels, by the sides of the image where their first row and first
/// column belong; the numbers are EXIF's.
#if canImport(ObjectiveC)
    @objc(FIRVisionDetectorImageOrientation)
#endif
public enum VisionDetectorImageOrientation: UInt, Sendable {
    /// The first row is at the top, the first column on the left.
    case topLeft = 1
    /// The first row is at the top, the first column on the right.
    case topRight = 2
    /// The first row is at the bottom, the first column on the right.
    case bottomRight = 3
    /// The first row is at the bottom, the first column on the left.
    case bottomLeft = 4
    /// The first row is on the left, the first column at the top.
    case leftTop = 5
    /// The first row is on the right, the first column at the top.
    case rightTop = 6
    /// The first row is on the right, the first column at the bottom.
    case rightBottom = 7
    /// The first row is on the left, the first column at the bottom.
    case leftBottom = 8

    /// The corresponding orientation of the core, which has the same number.
    var sight: Orientation { Orientation(rawValue: Int(rawValue)) ?? .up }
}
