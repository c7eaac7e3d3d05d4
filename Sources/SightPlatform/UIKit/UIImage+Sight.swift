package import SightGeometry

#if canImport(Darwin) && canImport(UIKit)
    import UIKit
#endif

extension UIImage.Orientation {
    /// The same orientation with EXIF's number.
    package var sight: SightGeometry.Orientation {
        switch self {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        case .upMirrored: .upMirrored
        case .downMirrored: .downMirrored
        case .leftMirrored: .leftMirrored
        case .rightMirrored: .rightMirrored
        #if canImport(Darwin) && canImport(UIKit)
            @unknown default: .up
        #endif
        }
    }
}
