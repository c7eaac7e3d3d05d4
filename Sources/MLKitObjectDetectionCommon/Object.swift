public import Foundation
import Sight
import SightDropIn
import SightPlatform

/// One object in an image.
#if canImport(ObjectiveC)
    @objcMembers @objc(MLKObject)
#endif
public final class Object: NSObject, Sendable {
    /// Where, in pixels of the image as stored, before its orientation is applied; origin left
    /// top, inside the image.
    public let frame: CGRect
    /// The identity that holds from frame to frame; `nil` for single images and for objects that
    /// have none yet.
    public let trackingID: NSNumber?
    /// Names, the best first; empty when unknown or not asked for.
    public let labels: [ObjectLabel]
    /// Where, in pixels of the image once it stands upright.
    ///
    /// Not in ML Kit.
    public let uprightFrame: CGRect
    /// The upright frame in fractions of the upright image's width and height, in 0…1.
    ///
    /// Not in ML Kit.
    public let normalizedFrame: CGRect

    init(_ seen: SeenObject) {
        let object = seen.object
        normalizedFrame = seen.normalizedFrame
        frame = CGRect(object.box)
        uprightFrame = CGRect(object.uprightBox)
        trackingID = object.trackingID.map { NSNumber(value: $0) }
        labels = object.labels.map { ObjectLabel($0) }
    }
}
