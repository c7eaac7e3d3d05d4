public import SightGeometry

/// One box of a MOTChallenge text: a detection, a ground truth or a result.
public struct MOTRow: Hashable, Sendable {
    /// The frame, counted from 1.
    public var frame: Int
    /// The identity; −1 for detections, which have none.
    public var id: Int
    /// The box, in pixels of the frame.
    public var box: Rect<Upright>
    /// The score of a detection, or the flag of ground truth: 0 for rows that do not count.
    public var score: Float
    /// The class; `nil` where the text has none, as in MOT15.
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
