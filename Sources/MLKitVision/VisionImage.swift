public import Foundation
package import SightDropIn
@_exported public import SightPlatform

/// An image or a camera's buffer to look at.
///
/// Buffers are kept as long as the image lives: keep few.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKVisionImage)
#endif
open class VisionImage: NSObject, MLKitCompatibleImage {
    private enum Source {
        case image(UIImage)
        case buffer(CMSampleBuffer)
    }
    private let source: Source

    /// How the stored pixels must be turned to stand upright; `.up` until set.
    ///
    /// Never taken from the `UIImage`: set it to `image.imageOrientation`.
    open var orientation = UIImage.Orientation.up

    /// Makes an image of a `UIImage`, which must have a `cgImage`.
    public init(image: UIImage) { source = .image(image) }

    /// Makes an image of a camera's buffer.
    ///
    /// It must hold a `CVPixelBuffer` in `32BGRA`, `420YpCbCr8BiPlanarFullRange` or
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
