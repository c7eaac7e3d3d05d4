/// The layout of the key points in a model's output.
enum KeypointLayout: Sendable {
    /// `[1, 1, K, 3]`: y, x as fractions of the input, and a score: MoveNet.
    case body(count: Int)
    /// `[1, P, 3K + 5]`: the same K points for each of P people, a box and a score: MoveNet
    /// multipose.
    case bodies(people: Int, count: Int)
    /// 3K numbers: x, y and depth in pixels of the input: MediaPipe's landmarks of hands and faces.
    case landmarks(count: Int)
    /// 5 numbers for each of 39 points: x, y and depth in pixels of the input, and whether it is
    /// visible and present, before their sigmoid: MediaPipe's landmarks of a body.
    ///
    /// The last six points only help to place the next frame's region.
    case bodyLandmarks

    /// COCO's points of a body.
    static let bodyNames = [
        "nose", "left eye", "right eye", "left ear", "right ear", "left shoulder",
        "right shoulder", "left elbow", "right elbow", "left wrist", "right wrist", "left hip",
        "right hip", "left knee", "right knee", "left ankle", "right ankle",
    ]
    /// MediaPipe's points of a body.
    static let landmarkNames = [
        "nose", "left eye inner", "left eye", "left eye outer", "right eye inner", "right eye",
        "right eye outer", "left ear", "right ear", "mouth left", "mouth right", "left shoulder",
        "right shoulder", "left elbow", "right elbow", "left wrist", "right wrist", "left pinky",
        "right pinky", "left index", "right index", "left thumb", "right thumb", "left hip",
        "right hip", "left knee", "right knee", "left ankle", "right ankle", "left heel",
        "right heel", "left foot index", "right foot index",
    ]
    /// MediaPipe's points of a hand.
    static let handNames = [
        "wrist", "thumb cmc", "thumb mcp", "thumb ip", "thumb tip", "index finger mcp",
        "index finger pip", "index finger dip", "index finger tip", "middle finger mcp",
        "middle finger pip", "middle finger dip", "middle finger tip", "ring finger mcp",
        "ring finger pip", "ring finger dip", "ring finger tip", "pinky mcp", "pinky pip",
        "pinky dip", "pinky tip",
    ]
    /// The length of a body's landmarks: 39 points of five numbers.
    private static let bodyLandmarkNumbers = 195
    /// The number of points of a hand, a face, and a face with irises.
    private static let landmarkCounts = [21, 468, 478]
    /// The largest number of people, and of points of a body.
    static let countLimit = 1000

    /// Recognizes an output by its shape; `nil` if it has none of these layouts.
    init?(_ extents: [Int]) {
        guard extents.first == 1, extents.allSatisfy({ $0 > 0 }) else { return nil }
        let names = Self.bodyNames.count
        if extents.count == 4, extents[1] == 1, extents[3] == 3 {
            self = .body(count: extents[2])
        } else if extents.count == 3, extents[2] == 3 * names + 5 {
            self = .bodies(people: extents[1], count: names)
        } else if let last = extents.last, extents.dropLast().allSatisfy({ $0 == 1 }) {
            if last == Self.bodyLandmarkNumbers {
                self = .bodyLandmarks
            } else if last % 3 == 0, Self.landmarkCounts.contains(last / 3) {
                self = .landmarks(count: last / 3)
            } else {
                return nil
            }
        } else {
            return nil
        }
    }
}
