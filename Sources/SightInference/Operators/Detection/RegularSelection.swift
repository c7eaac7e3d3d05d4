import SightModelFile
import SightTensor

/// The regular variant: one suppression for each class, then the best detections of all classes.
///
/// - Source: TensorFlow Lite `NonMaxSuppressionMultiClassRegularHelper`.
struct RegularSelection: PreparedOperator {
    private let suppression: Suppression
    private let rows: ScoreRows
    private let options: DetectionOptions
    private let outputs: DetectionOutputs
    /// The best detections so far, with decreasing scores.
    private let kept: TensorSlot

    /// A kept detection.
    private struct Detection: BitwiseCopyable {
        let score: Float
        let anchor: Int32
        let classIndex: Int32
    }

    init(
        _ decoding: BoxDecoding, _ rows: ScoreRows, _ options: DetectionOptions,
        _ outputs: DetectionOutputs, _ node: Preparation
    ) throws(ModelError) {
        suppression = try Suppression(
            decoding, limit: options.detectionsPerClass, options, node)
        self.rows = rows
        self.options = options
        self.outputs = outputs
        kept = try node.scratch(
            byteCount: (options.maximumDetections + 1) * MemoryLayout<Detection>.stride)
    }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let kept = memory.elements(kept, as: Detection.self)
        let selected = memory.elements(suppression.selected, as: Int32.self)
        var count = 0
        for index in 0..<options.classCount {
            let found = suppression.select(memory) {
                rows.value($0, index, memory)
            }
            for i in 0..<found {
                let anchor = Int(selected[i])
                insert(
                    Detection(
                        score: rows.value(anchor, index, memory), anchor: selected[i],
                        classIndex: Int32(truncatingIfNeeded: index)), kept, &count)
            }
        }
        outputs.clear(count: count, memory)
        for row in 0..<count {
            outputs.write(
                row, box: suppression.box(Int(kept[row].anchor), memory),
                classIndex: Int(kept[row].classIndex), score: kept[row].score, memory)
        }
    }

    /// Inserts a detection behind all that are at least as good; drops the last if there are too
    /// many.
    private func insert(
        _ detection: Detection, _ kept: UnsafeMutablePointer<Detection>, _ count: inout Int
    ) {
        var place = count
        while place > 0, kept[place - 1].score < detection.score {
            kept[place] = kept[place - 1]
            place -= 1
        }
        kept[place] = detection
        count = min(count + 1, options.maximumDetections)
    }
}
