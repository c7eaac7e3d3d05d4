public import Foundation
package import SightDropIn
import SightGeometry
@_exported public import SightPlatform

/// An image or a camera's buffer for a detector.
///
/// An image retains its buffer, and cameras have few buffers: keep few images.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVisionImage)
#endif
open class VisionImage: NSObject {
    private enum Source {
        case image(UIImage)
        case buffer(CMSampleBuffer)
    }
    private let source: Source

    /// The orientation of the stored pixels; `nil` for upright pixels.
    open var metadata: VisionImageMetadata?

    /// Makes an image from a `UIImage`, which must be upright and have a `cgImage`.
    public init(image: UIImage) { source = .image(image) }

    /// Makes an image from a camera's buffer.
    ///
    /// The buffer must hold a `CVPixelBuffer` in `32BGRA`, `420YpCbCr8BiPlanarFullRange` or
    /// `420YpCbCr8BiPlanarVideoRange`; detectors refuse others.
    public init(buffer: CMSampleBuffer) { source = .buffer(buffer) }

    /// Returns the pixels and the orientation in their current state.
    package func snapshot() throws(DropInError) -> FrameSnapshot {
        let orientation = metadata?.orientation.sight ?? .up
        return switch source {
        case .image(let image): try FrameSnapshot(image, orientation: orientation)
        case .buffer(let buffer): try FrameSnapshot(buffer, orientation: orientation)
        }
    }
}
