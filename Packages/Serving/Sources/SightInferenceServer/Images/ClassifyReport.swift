import Sight
import SightReports

/// The answer of `POST /v1/classify` for an image.
struct ClassifyReport: Encodable, Sendable {
    struct Times: Encodable, Sendable {
        let decode: Double
        let classify: Double
    }

    let file: String
    let width: Int
    let height: Int
    /// The labels, the best first.
    let labels: [DetectReport.Name]
    let milliseconds: Times

    init(file: String, image: VisionImage, labels: [Label], decode: Double, classify: Double) {
        self.file = file
        width = Int(image.uprightSize.width)
        height = Int(image.uprightSize.height)
        self.labels = labels.map { DetectReport.Name($0) }
        milliseconds = Times(
            decode: (decode * 1000).rounded() / 1000, classify: (classify * 1000).rounded() / 1000)
    }
}
