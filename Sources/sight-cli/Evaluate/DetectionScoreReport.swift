/// The metrics of one group of images; each is `nil` if there was nothing to measure.
struct DetectionFigures: Encodable {
    let ap, ap50, ar1, ar5, recall50At1, recall50At5, firstHit: Double?

    private enum CodingKeys: String, CodingKey {
        case ap = "AP"
        case ap50 = "AP50"
        case ar1 = "AR@1"
        case ar5 = "AR@5"
        case recall50At1 = "R50@1"
        case recall50At5 = "R50@5"
        case firstHit
    }

    fileprivate var cells: [String] {
        [ap50, ap, ar1, ar5, recall50At1, recall50At5, firstHit].map { $0?.asScore ?? "–" }
    }
}

/// The output of `sight eval detect`.
struct DetectionScoreReport: Encodable {
    let model: String
    /// The number of images whose boxes people drew.
    let images: Int
    /// The number of those images in which all objects have boxes.
    let exhaustiveImages: Int
    let failures: Int
    let figures: DetectionFigures
    /// The metrics by COCO's sizes: small up to 32², medium up to 96² pixels, large beyond.
    let sizes: [String: DetectionFigures]
    let sources: [String: DetectionFigures]?

    /// The report as text.
    var text: String {
        var table = TextTable(
            [("", .left)]
                + ["AP50", "AP", "AR@1", "AR@5", "R50@1", "R50@5", "first hit"].map {
                    ($0, .right)
                })
        table.add(["all"] + figures.cells)
        for size in ["small", "medium", "large"] {
            if let figures = sizes[size] { table.add([size] + figures.cells) }
        }
        for (source, figures) in (sources ?? [:]).sorted(by: { $0.key < $1.key }) {
            table.add([source] + figures.cells)
        }
        return "\(Console.printable(model))  \(images) images, everything boxed in "
            + "\(exhaustiveImages)"
            + (failures > 0 ? ", \(failures) failed" : "") + "\n" + table.text
    }
}
