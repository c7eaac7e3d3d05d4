import SightGeometry

/// Measures how much the sizes of a stream's detections differ from the predicted sizes.
///
/// ``SightTracker`` smooths the boxes of a detector whose sizes vary much, and reports those of a
/// steady detector nearly unchanged. Sizes serve as the measure because a moving camera changes
/// them less than positions.
package struct SizeJitter: Sendable {
    /// The largest square that counts for one detection, so that outliers have little effect.
    private static let largestSquare: Float = 0.04
    /// The smallest weight of a new detection, for a long stream.
    private static let leastWeight: Float = 0.005
    /// The mean square before the first detection, and the number of detections it counts as.
    private static let before = (square: Float(0.01), count: Float(20))

    private var square = before.square
    private var count = before.count

    /// Creates a measure for a new stream.
    package init() {}

    /// The root of the mean square of the differences, as a part of the object's size.
    package var deviation: Float { square.squareRoot() }

    /// Counts the detection of an object whose box was predicted.
    package mutating func take(_ box: Corners, expected: Corners) {
        let difference = (box.extent - expected.extent) / max(1, box.extent.sum() / 2)
        let found = min((difference * difference).sum() / 2, Self.largestSquare)
        count += 1
        square += max(Self.leastWeight, 1 / count) * (found - square)
    }
}
