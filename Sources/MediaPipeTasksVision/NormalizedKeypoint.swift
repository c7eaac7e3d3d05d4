public import Foundation

/// A point of an image, in fractions of its width and height.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPNormalizedKeypoint)
#endif
public final class NormalizedKeypoint: NSObject, Sendable {
    /// Where, in 0…1 of the stored image's width and height.
    public let location: CGPoint
    /// What the point is called; `nil` without a name.
    public let label: String?
    /// How sure the model is; 0 when it does not say.
    public let score: Float

    /// Makes a key point.
    public init(location: CGPoint, label: String?, score: Float) {
        self.location = location
        self.label = label
        self.score = score
    }
}
