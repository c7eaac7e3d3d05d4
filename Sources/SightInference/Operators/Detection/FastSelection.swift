import SightModelFile
import SightTensor

/// The fast variant: one suppression with each anchor's best score, then each box's best classes.
///
/// - Source: TensorFlow Lite `NonMaxSuppressionMultiClassFastHelper`.
struct FastSelection: PreparedOperator {
    private let suppression: Suppression
    private let rows: ScoreRows
    private let options: DetectionOptions
    private let outputs: DetectionOutputs
    /// The best score of each anchor, float32.
    private let best: TensorSlot

    init(
        _ decoding: BoxDecoding, _ rows: ScoreRows, _ options: DetectionOptions,
        _ outputs: DetectionOutputs, _ node: Preparation
    ) throws(ModelError) {
        suppression = try Suppression(
            decoding, limit: options.maximumDetections, options, node)
        self.rows = rows
        self.options = options
        self.outputs = outputs
        best = try node.scratch(byteCount: suppression.count * 4)
    }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let best = memory.elements(best, as: Float.self)
        for anchor in 0..<suppression.count {
            best[anchor] = rows.greatest(anchor, options.classCount, memory)
        }
        let count = suppression.select(memory) { best[$0] }
        outputs.clear(count: count, memory)
        let selected = memory.elements(suppression.selected, as: Int32.self)
        for detection in 0..<count { write(detection, anchor: Int(selected[detection]), memory) }
    }

    /// Writes an anchor's best classes, one row each.
    private func write(_ detection: Int, anchor: Int, _ memory: borrowing TensorMemory) {
        let box = suppression.box(anchor, memory)
        var (lastScore, lastIndex) = (Float.infinity, -1)
        for column in 0..<min(options.classesPerDetection, options.classCount) {
            // The next class, in the order of decreasing scores and increasing indices.
            var next: (score: Float, index: Int)?
            for index in 0..<options.classCount {
                let score = rows.value(anchor, index, memory)
                let isLeft =
                    score < lastScore || (score == lastScore && index > lastIndex)
                guard isLeft, score > next?.score ?? -.infinity || next == nil else { continue }
                next = (score, index)
            }
            guard let next else { return }
            (lastScore, lastIndex) = next
            outputs.write(
                detection * options.classesPerDetection + column, box: box,
                classIndex: next.index, score: next.score, memory)
        }
    }
}
