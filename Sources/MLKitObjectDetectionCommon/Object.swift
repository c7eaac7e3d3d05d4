public import Foundation
import Sight
import SightDropIn
import SightPlatform

/// An object in an image.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKObject)
#endif
public final class Object: NSObject, Sendable {
    /// The box of the object, inside the image, in pixels of the image as stored, before its
    /// orientation is applied; the origin is the top-left corner.
    public let frame: CGRect
    /// The tracking ID, which stays the same from frame to frame; `nil` for single images.
    ///
    /// In stream mode, an object that waits for its confirmation is left out: an object with a low
    /// score has to be detected in several frames. Use the mode `singleImage` for photos.
    public let trackingID: NSNumber?
    /// The labels, the best first; empty if the object is not recognized or classification is off.
    public let labels: [ObjectLabel]
    /// The box of the object in pixels of the upright image.
    ///
    /// Not in ML Kit.
    public let uprightFrame: CGRect
    /// The box of the object in fractions of the upright image's width and height, in 0…1.
    ///
    /// Not in ML Kit.
    public let normalizedFrame: CGRect
    private let seen: SeenObject

    init(_ seen: SeenObject) {
        self.seen = seen
        let object = seen.object
        normalizedFrame = seen.normalizedFrame
        frame = CGRect(object.box)
        uprightFrame = CGRect(object.uprightBox)
        trackingID = object.trackingID.map { NSNumber(value: $0) }
        labels = object.labels.map { ObjectLabel($0) }
    }

    /// The box of the object in fractions of the width and height of the image as stored, in 0…1.
    ///
    /// `AVCaptureVideoPreviewLayer.layerRectConverted(fromMetadataOutputRect:)` converts it to the
    /// coordinates of the layer, if the connection of the camera's output leaves its buffers as
    /// they are. Not in ML Kit.
    public var normalizedStoredFrame: CGRect { seen.normalizedStoredFrame }

    /// The box of the object in a view that shows the upright image with aspect fill.
    ///
    /// The image and the view have the same center, and the image is scaled until it covers the
    /// view, as with `resizeAspectFill`. Not in ML Kit.
    ///
    /// - Parameters:
    ///   - size: the size of the view.
    ///   - isMirrored: whether the view shows the upright image with left and right exchanged. The
    ///     upright image of a mirrored orientation is mirrored already.
    /// - Returns: the box in the units of `size`; the origin is the top-left corner. The box may
    ///   extend beyond the view.
    public func frame(inViewOfSize size: CGSize, isMirrored: Bool = false) -> CGRect {
        seen.frame(inViewOfSize: size, isMirrored: isMirrored)
    }
}
