import SightEvaluation

/// What `sight eval classify` prints.
struct ClassificationScoreReport: Encodable {
    /// The figures of one outcome; absent where nothing could be measured.
    struct Outcome: Encodable {
        let name: String
        let crops: Int
        let recall, precision: Double?
    }

    /// The crops whose scores lie in one tenth of 0…1.
    struct ReliabilityBin: Encodable {
        let crops: Int
        let meanScore, accuracy: Double?
    }

    let model: String
    let crops: Int
    let failures: Int
    let accuracy: Double?
    /// Share of the crops of no category that are given one.
    let falseCategoryRate: Double?
    let calibrationError: Double?
    let outcomes: [Outcome]
    /// Crops by annotated (row) and named (column) outcome.
    let confusion: [[Int]]
    let reliability: [ReliabilityBin]

    /// Takes the figures.
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

    /// The report for people.
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
