/// Counts how often the objects of a stream were at their predicted place after missing detections.
///
/// ``SightTracker`` reports an object without a detection only while such predictions were right
/// often enough in this stream. So it bridges the gaps of a detector that misses objects now and
/// then, and does not report objects that have left. A prediction counts as right when a detection
/// finds the object again at the predicted place after at most ``longest`` misses, and as wrong
/// otherwise.
package struct CoastingRecord: Sendable {
    /// The number of misses after which an object counts as gone.
    package static let longest = 6
    /// The smallest IoU of the prediction and the detection at which the prediction was right.
    private static let minimumIoU: Float = 0.5
    /// The factor of all counts per new count: they halve after 34.
    private static let memory: Float = 0.98
    /// The initial count of predictions; half of them count as right.
    private static let before: Float = 2
    /// The share of right predictions above which reporting them raises HOTA.
    private static let worth: Float = 0.35

    // The index n − 1 counts the predictions after n misses.
    private var right = [Float](repeating: before / 2, count: longest)
    private var all = [Float](repeating: before, count: longest)

    /// Creates a record of a new stream.
    package init() {}

    /// Counts the predictions of an object that was found again.
    ///
    /// - Parameters:
    ///   - misses: the number of frames with detection that missed the object.
    ///   - expected: the object's predicted box.
    ///   - box: the box of its detection.
    package mutating func found(afterMisses misses: Int, expected: Corners, at box: Corners) {
        guard (1...Self.longest).contains(misses) else { return }
        let isRight = expected.intersectionOverUnion(box) >= Self.minimumIoU
        for index in 0..<misses { count(index, isRight) }
    }

    /// Counts the predictions of an object that was not found again.
    package mutating func lost() {
        for index in 0..<Self.longest { count(index, false) }
    }

    /// Whether an object should be reported at its predicted place.
    package func isWorthShowing(afterMisses misses: Int) -> Bool {
        guard (1...Self.longest).contains(misses) else { return false }
        return right[misses - 1] > Self.worth * all[misses - 1]
    }

    private mutating func count(_ index: Int, _ isRight: Bool) {
        right[index] = right[index] * Self.memory + (isRight ? 1 : 0)
        all[index] = all[index] * Self.memory + 1
    }
}
