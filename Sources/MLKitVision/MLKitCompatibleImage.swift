public import Foundation
public import MLImage
package import SightDropIn
import SightPlatform

/// What detectors look at: a ``VisionImage`` or an `MLImage`.
///
/// Not to be adopted by other classes; detectors refuse them.
#if canImport(ObjectiveC)
    @objc(MLKCompatibleImage)
#endif
public protocol MLKitCompatibleImage: NSObjectProtocol {}

/// A compatible image that can say what it shows.
package protocol SnapshotImage {
    /// The image as it is now.
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
    /// The image of a compatible image as it is now.
    ///
    /// - Throws: `invalidArgument` for foreign classes, images without pixels and unknown pixel
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
