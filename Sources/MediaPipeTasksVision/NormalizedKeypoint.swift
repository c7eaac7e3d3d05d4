public import Foundation

/// A point of an image, in fractions of its width and height.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPNormalizedKeypoint)
#endif
public final class NormalizedKeypoint: NSObject, Sendable {
    /// The place, in 0…1 of the stored image's width and height.
    public let location: CGPoint
    /// The name of the point; `nil` without a name.
    public let label: String?
    /// The model's score of the point; 0 if it gives none.
    public let score: Float

    /// Makes a key point.
    public init(location: CGPoint, label: String?, score: Float) {
        self.location = location
        self.label = label
        self.score = score
    }
}
