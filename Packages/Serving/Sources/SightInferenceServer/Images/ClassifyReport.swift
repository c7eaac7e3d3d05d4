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
    /// `true` if the file is cut off or damaged; the JSON of other images does not have it.
    let damaged: Bool?
    /// The labels, the best first.
    let labels: [DetectReport.Name]
    let milliseconds: Times

    init(file: String, decoded: MeasuredImage, labels: [Label], classify: Double) {
        self.file = file
        width = Int(decoded.image.uprightSize.width)
        height = Int(decoded.image.uprightSize.height)
        damaged = decoded.isDamaged ? true : nil
        self.labels = labels.map { DetectReport.Name($0) }
        milliseconds = Times(
            decode: (decoded.milliseconds * 1000).rounded() / 1000,
            classify: (classify * 1000).rounded() / 1000)
    }
}
