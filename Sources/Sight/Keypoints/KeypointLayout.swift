/// How a model's outputs hold key points.
enum KeypointLayout: Sendable {
    /// `[1, 1, K, 3]`: y, x as fractions of the input, and a score: MoveNet.
    case body(count: Int)
    /// `[1, P, 3K + 5]`: the same K points for each of P people, a box and a score: MoveNet
    /// multipose.
    case bodies(people: Int, count: Int)
    /// 3K numbers: x, y and depth in pixels of the input: MediaPipe's landmarks.
    case landmarks(count: Int)

    /// COCO's points of a body.
    static let bodyNames = [
        "nose", "left eye", "right eye", "left ear", "right ear", "left shoulder",
        "right shoulder", "left elbow", "right elbow", "left wrist", "right wrist", "left hip",
        "right hip", "left knee", "right knee", "left ankle", "right ankle",
    ]
    /// Points of a hand, a face, and a face with irises.
    private static let landmarkCounts = [21, 468, 478]

    /// Recognises an output by its shape; `nil` for another.
    init?(_ extents: [Int]) {
        guard extents.first == 1, extents.allSatisfy({ $0 > 0 }) else { return nil }
        let names = Self.bodyNames.count
        if extents.count == 4, extents[1] == 1, extents[3] == 3 {
            self = .body(count: extents[2])
        } else if extents.count == 3, extents[2] == 3 * names + 5 {
            self = .bodies(people: extents[1], count: names)
        } else if let last = extents.last, extents.dropLast().allSatisfy({ $0 == 1 }),
            last % 3 == 0, Self.landmarkCounts.contains(last / 3)
        {
            self = .landmarks(count: last / 3)
        } else {
            return nil
        }
    }
}
