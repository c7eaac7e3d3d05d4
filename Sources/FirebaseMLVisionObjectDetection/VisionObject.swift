public import Foundation
import Sight
import SightDropIn
import SightPlatform

/// An object in an image.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVisionObject)
#endif
public final class VisionObject: NSObject, Sendable {
    /// The box of the object, inside the image, in pixels of the image as stored, before its
    /// orientation is applied; the origin is the left top corner.
    public let frame: CGRect
    /// The tracking ID, which stays the same from frame to frame; `nil` for single images and for
    /// objects that have no ID yet.
    public let trackingID: NSNumber?
    /// The category of the object; `.unknown` if classification is off.
    public let classificationCategory: VisionObjectCategory
    /// The confidence of the category, in 0…1; `nil` if the category is unknown.
    public let confidence: NSNumber?
    /// The box of the object in pixels of the upright image.
    ///
    /// Not in Firebase.
    public let uprightFrame: CGRect
    /// The box of the object in fractions of the upright image's width and height, in 0…1.
    ///
    /// Not in Firebase.
    public let normalizedFrame: CGRect

    init(_ seen: SeenObject) {
        let object = seen.object
        uprightFrame = CGRect(object.uprightBox)
        normalizedFrame = seen.normalizedFrame
        frame = CGRect(object.box)
        trackingID = object.trackingID.map { NSNumber(value: $0) }
        classificationCategory = VisionObjectCategory(object.labels.first)
        confidence =
            classificationCategory == .unknown
            ? nil : object.labels.first.map { NSNumber(value: $0.score) }
    }
}
