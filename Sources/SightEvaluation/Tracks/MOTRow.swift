public import SightGeometry

/// One row of a MOTChallenge text: a box of a detection, of the ground truth or of a result.
public struct MOTRow: Hashable, Sendable {
    /// The frame, counted from 1.
    public var frame: Int
    /// The identity; −1 for detections, which have none.
    public var id: Int
    /// The box, in upright pixels of the frame.
    public var box: Rect<Upright>
    /// The score of a detection or a result; for ground truth a flag, which is 0 if the row does
    /// not count.
    public var score: Float
    /// The class, from 1; `nil` if the text has none, as in MOT15.
    public var classIndex: Int?

    /// Makes a row.
    public init(
        frame: Int, id: Int, box: Rect<Upright>, score: Float = 1, classIndex: Int? = nil
    ) {
        self.frame = frame
        self.id = id
        self.box = box
        self.score = score
        self.classIndex = classIndex
    }
}
