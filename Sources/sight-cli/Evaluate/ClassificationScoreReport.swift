import SightEvaluation

/// The output of `sight eval classify`.
struct ClassificationScoreReport: Encodable {
    /// The metrics of one outcome; each is `nil` if there was nothing to measure.
    struct Outcome: Encodable {
        let name: String
        let crops: Int
        let recall, precision: Double?
    }

    /// The crops with scores in one tenth of 0…1.
    struct ReliabilityBin: Encodable {
        let crops: Int
        let meanScore, accuracy: Double?
    }

    let model: String
    let crops: Int
    let failures: Int
    let accuracy: Double?
    /// The fraction of the crops without a category that were given one.
    let falseCategoryRate: Double?
    let calibrationError: Double?
    let outcomes: [Outcome]
    /// The number of crops by annotated outcome (row) and predicted outcome (column).
    let confusion: [[Int]]
    let reliability: [ReliabilityBin]

    /// Creates a report of an evaluation.
    init(model: String, _ scores: ClassificationEvaluation, failures: Int) {
        self.model = model
        self.failures = failures
        crops = scores.count
        accuracy = scores.accuracy
        falseCategoryRate = scores.recall(AnnotatedCrop.unknown).map { 1 - $0 }
        calibrationError = scores.calibrationError
        confusion = scores.confusion
        outcomes = scores.classes.enumerated().map { index, name in
            Outcome(
                name: name, crops: scores.confusion[index].reduce(0, +),
                recall: scores.recall(index), precision: scores.precision(index))
        }
        reliability = scores.reliability.map {
            ReliabilityBin(crops: $0.count, meanScore: $0.meanScore, accuracy: $0.accuracy)
        }
    }

    /// The confusion matrix.
    var chart: MatrixChart {
        MatrixChart(
            title: "Confusion: \(model)",
            subtitle: "\(crops) crops, accuracy \(accuracy?.asShare ?? "–")",
            rowTitle: "annotated", columnTitle: "named", names: outcomes.map(\.name),
            counts: confusion)
    }

    /// The report as text.
    var text: String {
        var table = TextTable([
            ("outcome", .left), ("crops", .right), ("recall", .right), ("precision", .right),
        ])
        for outcome in outcomes {
            table.add(
                outcome.name, "\(outcome.crops)", outcome.recall?.asShare ?? "–",
                outcome.precision?.asShare ?? "–")
        }
        return "\(Console.printable(model))  \(crops) crops"
            + (failures > 0 ? ", \(failures) images failed" : "")
            + ", accuracy \(accuracy?.asShare ?? "–")"
            + ", false category rate \(falseCategoryRate?.asShare ?? "–")"
            + ", calibration error \(calibrationError?.asScore ?? "–")\n" + table.text
    }
}
