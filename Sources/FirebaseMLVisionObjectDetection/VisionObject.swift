public import Foundation
import Sight
import SightDropIn
import SightPlatform

/// One object in an image.
#if canImport(ObjectiveC)
    @objcMembers @objc(FIRVisionObject)
#endif
public final class VisionObject: NSObject, Sendable {
    /// Where, in pixels of the image as stored, before its orientation is applied; origin left
    /// top, inside the image.
    public let frame: CGRect
    /// The identity that holds from frame to frame; `nil` for single images and for objects that
    /// have none yet.
    public let trackingID: NSNumber?
    /// What kind of thing it is; `.unknown` when classification is off.
    public let classificationCategory: VisionObjectCategory
    /// How sure the category is, in 0…1; `nil` when it is unknown.
    public let confidence: NSNumber?
    /// Where, in pixels of the upright image.
    ///
    /// Not in Firebase.
    public let uprightFrame: CGRect
    /// The upright frame in fractions of the upright image's width and height, in 0…1.
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
