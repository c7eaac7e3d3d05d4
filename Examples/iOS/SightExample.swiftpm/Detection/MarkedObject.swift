import CoreGraphics
import MLKit
import Sight

/// The box and the caption that a screen draws for an object.
struct MarkedObject: Sendable {
    /// The box, in pixels of the upright image.
    let box: CGRect
    /// The best label with its score, and the number of a tracked object.
    let caption: String

    /// Marks an object of Sight's own detectors and trackers.
    init(_ object: Sight.Object) {
        let box = object.uprightBox
        self.box = CGRect(
            x: CGFloat(box.x), y: CGFloat(box.y), width: CGFloat(box.width),
            height: CGFloat(box.height))
        caption = Self.caption(
            number: object.trackingID.map { "\($0)" },
            labels: object.labels.map { ($0.text, $0.index, $0.score) })
    }

    /// Marks an object of ML Kit's detector.
    init(_ object: MLKit.Object) {
        box = object.uprightFrame
        caption = Self.caption(
            number: object.trackingID.map { "\($0)" },
            labels: object.labels.map { ($0.text, $0.index, $0.confidence) })
    }

    private static func caption(
        number: String?, labels: [(text: String, index: Int, score: Float)]
    ) -> String {
        var parts: [String] = []
        if let number { parts.append("#\(number)") }
        if let label = labels.first {
            parts.append(label.text.isEmpty ? "\(label.index)" : label.text)
            parts.append("\(Int(100 * label.score)) %")
        }
        return parts.joined(separator: " ")
    }
}
