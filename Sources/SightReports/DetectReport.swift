public import Sight
import SightGeometry

/// The report of `sight detect --json` and of the service about one image.
public struct DetectReport: Encodable, Sendable {
    /// One object.
    public struct Item: Encodable, Sendable {
        /// x, y, width, height in pixels, to hundredths.
        public let box: [Float]
        /// The localizer's score, 0…1.
        public let score: Float
        /// The tracking ID in a stream; `nil` in single images.
        public let trackingID: Int?
        /// The labels, best first.
        public let labels: [Name]
        /// x, y of the object's points in pixels, to hundredths, in the model's order; empty without
        /// points, and then not in the JSON.
        public let keypoints: [[Float]]

        private enum CodingKeys: String, CodingKey {
            case box, score, trackingID, labels, keypoints
        }

        /// Reports an object in upright pixels, or in those of the image as stored.
        public init(_ object: Object, inSourcePixels: Bool = false) {
            box =
                inSourcePixels
                ? DetectReport.numbers(object.box) : DetectReport.numbers(object.uprightBox)
            score = object.score
            trackingID = object.trackingID
            labels = object.labels.map { Name($0) }
            keypoints =
                inSourcePixels
                ? object.keypoints.map { DetectReport.rounded([$0.x, $0.y]) }
                : object.uprightKeypoints.map { DetectReport.rounded([$0.x, $0.y]) }
        }

        /// Writes a missing identity as `null` rather than leaving it out.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(box, forKey: .box)
            try container.encode(score, forKey: .score)
            try container.encode(trackingID, forKey: .trackingID)
            try container.encode(labels, forKey: .labels)
            if !keypoints.isEmpty { try container.encode(keypoints, forKey: .keypoints) }
        }
    }

    /// A label.
    public struct Name: Encodable, Sendable {
        /// The text; empty if the model has none.
        public let text: String
        /// The model's class index.
        public let index: Int
        /// The classifier's score, 0…1.
        public let score: Float

        /// Reports a label.
        public init(_ label: Label) {
            text = label.text
            index = label.index
            score = label.score
        }
    }

    /// The milliseconds of the steps, to thousandths.
    public struct Times: Encodable, Sendable {
        /// From the file's bytes to pixels.
        public let decode: Double
        /// From pixels to boxes.
        public let detect: Double
        /// From boxes to names.
        public let classify: Double

        /// Rounds the times.
        public init(decode: Double, detect: Double, classify: Double) {
            self.decode = Self.rounded(decode)
            self.detect = Self.rounded(detect)
            self.classify = Self.rounded(classify)
        }

        private static func rounded(_ milliseconds: Double) -> Double {
            (milliseconds * 1000).rounded() / 1000
        }
    }

    /// The name of the image.
    public let file: String
    /// The number of pixels per row.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// `true` if the file is cut off or damaged, so that pixels may be missing or wrong; the JSON
    /// of other images does not have it.
    public let damaged: Bool?
    /// The objects, the most prominent first.
    public let objects: [Item]
    /// The time of each step.
    public let milliseconds: Times

    /// Reports an image in upright pixels, or in those of the image as stored.
    public init(
        file: String, image: VisionImage, objects: [Object], inSourcePixels: Bool = false,
        isDamaged: Bool = false, milliseconds: Times
    ) {
        self.file = file
        damaged = isDamaged ? true : nil
        (width, height) = inSourcePixels ? image.sourcePixels : image.uprightPixels
        self.objects = objects.map { Item($0, inSourcePixels: inSourcePixels) }
        self.milliseconds = milliseconds
    }

    private static func numbers<Space>(_ rect: Rect<Space>) -> [Float] {
        rounded([rect.x, rect.y, rect.width, rect.height])
    }

    private static func rounded(_ numbers: [Float]) -> [Float] {
        numbers.map { ($0 * 100).rounded() / 100 }
    }
}
