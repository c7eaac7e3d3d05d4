public import Foundation
package import SightDropIn
@_exported public import SightPlatform

/// An image or a camera's buffer for a detector.
///
/// An image retains its buffer, and cameras have few buffers: keep few images.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKVisionImage)
#endif
open class VisionImage: NSObject, MLKitCompatibleImage {
    private enum Source {
        case image(UIImage)
        case buffer(CMSampleBuffer)
    }
    private let source: Source

    /// The orientation of the stored pixels; `.up` by default.
    ///
    /// It is not read from the `UIImage`: set it to `image.imageOrientation`.
    open var orientation = UIImage.Orientation.up

    /// Makes an image from a `UIImage`, which must have a `cgImage`.
    public init(image: UIImage) { source = .image(image) }

    /// Makes an image from a camera's buffer.
    ///
    /// The buffer must hold a `CVPixelBuffer` in `32BGRA`, `420YpCbCr8BiPlanarFullRange` or
    /// `420YpCbCr8BiPlanarVideoRange`; detectors refuse others.
    public init(buffer: CMSampleBuffer) { source = .buffer(buffer) }
}

extension VisionImage: SnapshotImage {
    package func snapshot() throws(DropInError) -> FrameSnapshot {
        switch source {
        case .image(let image): try FrameSnapshot(image, orientation: orientation.sight)
        case .buffer(let buffer): try FrameSnapshot(buffer, orientation: orientation.sight)
        }
    }
}
