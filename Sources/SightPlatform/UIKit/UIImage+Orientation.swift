#if os(macOS) || !canImport(Darwin)
    package import SightGeometry

    extension UIImage {
        /// The turn that makes stored pixels upright, with UIKit's numbers.
        public enum Orientation: Int, Sendable {
            /// The image is stored upright.
            case up = 0
            /// Rotate by 180°.
            case down = 1
            /// Rotate 90° counter-clockwise.
            case left = 2
            /// Rotate 90° clockwise.
            case right = 3
            /// Flip horizontally.
            case upMirrored = 4
            /// Flip vertically.
            case downMirrored = 5
            /// Mirror along the main diagonal.
            case leftMirrored = 6
            /// Mirror along the anti-diagonal.
            case rightMirrored = 7
        }
    }

    extension UIImage.Orientation {
        /// Makes the same orientation with UIKit's number.
        package init(_ orientation: SightGeometry.Orientation) {
            switch orientation {
            case .up: self = .up
            case .upMirrored: self = .upMirrored
            case .down: self = .down
            case .downMirrored: self = .downMirrored
            case .leftMirrored: self = .leftMirrored
            case .right: self = .right
            case .rightMirrored: self = .rightMirrored
            case .left: self = .left
            }
        }
    }
#endif
