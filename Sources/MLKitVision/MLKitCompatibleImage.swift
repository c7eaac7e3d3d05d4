public import Foundation
@_exported public import MLImage
package import SightDropIn
import SightPlatform

/// An image that detectors accept: a ``VisionImage`` or an `MLImage`.
///
/// Other classes must not adopt this protocol; detectors refuse their images.
#if canImport(ObjectiveC)
    @objc(MLKCompatibleImage)
#endif
public protocol MLKitCompatibleImage: NSObjectProtocol {}

/// A compatible image that gives access to its pixels.
package protocol SnapshotImage {
    /// Returns the pixels and the orientation in their current state.
    func snapshot() throws(DropInError) -> FrameSnapshot
}

extension MLImage: MLKitCompatibleImage {}

extension MLImage: SnapshotImage {
    package func snapshot() throws(DropInError) -> FrameSnapshot {
        let orientation = orientation.sight
        if let sampleBuffer { return try FrameSnapshot(sampleBuffer, orientation: orientation) }
        if let pixelBuffer { return try FrameSnapshot(pixelBuffer, orientation: orientation) }
        return try FrameSnapshot(image ?? UIImage(), orientation: orientation)
    }
}

extension FrameSnapshot {
    /// Takes a snapshot of a compatible image.
    ///
    /// - Throws: `invalidArgument` for other classes, images without pixels and unsupported pixel
    ///   formats.
    package init(_ image: any MLKitCompatibleImage) throws(DropInError) {
        guard let image = image as? any SnapshotImage else {
            throw DropInError(
                .invalidArgument,
                "\(type(of: image)) is not an image that detectors know: use VisionImage or MLImage"
            )
        }
        self = try image.snapshot()
    }
}
