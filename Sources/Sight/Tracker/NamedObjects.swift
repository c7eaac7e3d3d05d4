import SightGeometry

/// The result of a classification of several objects.
struct NamedObjects: Sendable {
    /// An object that may need a name.
    struct Candidate: Sendable {
        let id: Int
        let box: Rect<Upright>
        let signature: CropSignature?
    }

    /// New labels of an object, and its appearance at that time.
    struct Named: Sendable {
        let id: Int
        let labels: [Label]
        let signature: CropSignature
    }

    /// The objects that were looked at.
    let candidates: [Candidate]
    /// Those of them that were classified.
    let named: [Named]
}
