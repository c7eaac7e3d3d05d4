import Sight
import SightGeometry

/// The JSON of `sight detect --json`: one object a picture.
struct DetectReport: Encodable {
    struct Item: Encodable {
        /// x, y, width, height in pixels.
        let frame: [Float]
        let score: Float
        let trackingID: Int?
        let labels: [Name]

        private enum CodingKeys: String, CodingKey { case frame, score, trackingID, labels }

        /// Writes a missing identity as `null` rather than leaving it out.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(frame, forKey: .frame)
            try container.encode(score, forKey: .score)
            try container.encode(trackingID, forKey: .trackingID)
            try container.encode(labels, forKey: .labels)
        }
    }

    struct Name: Encodable {
        let text: String
        let index: Int
        let confidence: Float
    }

    struct Times: Encodable {
        let decode: Double
        let detect: Double
        let classify: Double
    }

    let file: String
    let width: Int
    let height: Int
    let objects: [Item]
    let milliseconds: Times

    /// Reports a picture in one of the two spaces.
    init(_ found: DetectedPicture, space: BoxSpace) {
        let image = found.picture.image
        file = found.picture.name
        let upright = image.uprightSize
        width = Int(space == .upright ? upright.width : image.sourceSize.width)
        height = Int(space == .upright ? upright.height : image.sourceSize.height)
        objects = found.objects.map { object in
            Item(
                frame: space == .upright
                    ? Self.numbers(object.uprightBox) : Self.numbers(object.box),
                score: object.score, trackingID: object.trackingID,
                labels: object.labels.map {
                    Name(text: $0.text, index: $0.index, confidence: $0.score)
                })
        }
        milliseconds = Times(
            decode: Self.rounded(found.picture.decodeMilliseconds),
            detect: Self.rounded(found.detectMilliseconds),
            classify: Self.rounded(found.classifyMilliseconds))
    }

    private static func numbers<Space>(_ rect: Rect<Space>) -> [Float] {
        [rect.x, rect.y, rect.width, rect.height].map { ($0 * 100).rounded() / 100 }
    }

    private static func rounded(_ milliseconds: Double) -> Double {
        (milliseconds * 1000).rounded() / 1000
    }
}
