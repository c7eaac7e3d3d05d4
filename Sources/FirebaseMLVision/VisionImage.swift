public import Foundation
package import SightDropIn
import SightGeometry
@_exported public import SightPlatform

/// An image or a camera's buffer to look at.
///
/// Buffers are kept as long as the image lives: keep few.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVisionImage)
#endif
open class VisionImage: NSObject {
    private enum Source {
        case image(UIImage)
        case buffer(CMSampleBuffer)
    }
    private let source: Source

    /// The orientation of the pixels; upright when `nil`.
    open var metadata: VisionImageMetadata?

    /// Makes an image of a `UIImage`, which must be upright and have a `cgImage`.
    public init(image: UIImage) { source = .image(image) }

    /// Makes an image of a camera's buffer.
    ///
    /// It must hold a `CVPixelBuffer` in `32BGRA`, `420YpCbCr8BiPlanarFullRange` or
    /// `420YpCbCr8BiPlanarVideoRange`; detectors refuse others.
    public init(buffer: CMSampleBuffer) { source = .buffer(buffer) }

    /// The image as it is now.
    package func snapshot() throws(DropInError) -> FrameSnapshot {
        let orientation = metadata?.orientation.sight ?? .up
        return switch source {
        case .image(let image): try FrameSnapshot(image, orientation: orientation)
        case .buffer(let buffer): try FrameSnapshot(buffer, orientation: orientation)
        }
    }
}
