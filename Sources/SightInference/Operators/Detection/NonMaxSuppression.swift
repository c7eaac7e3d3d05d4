import Foundation
import SightModelFile
import SightTensor

/// The greedy selection of boxes that NON_MAX_SUPPRESSION_V4 and V5 share, hard or soft.
///
/// Boxes `[N, 4]` and scores `[N]` float32. A box whose IoU with a chosen one is at least the
/// threshold is left out. V5 with a sigma above 0 also lowers the scores of boxes that overlap
/// less, by Gaussian weights. Ties keep the lower index. Unused places of the outputs are 0.
///
/// - Source: TensorFlow Lite `non_max_suppression`; Bodla et al., "Soft-NMS", 2017.
struct NonMaxSuppression: PreparedOperator {
    private struct Candidate: BitwiseCopyable, HeapCandidate {
        var score: Float
        let index: Int32
        /// The number of chosen boxes with which this one has been compared.
        var begin: Int32

        func precedes(_ other: Candidate) -> Bool {
            score > other.score || (score == other.score && index < other.index)
        }
    }

    private let boxes: TensorSpec
    private let scores: TensorSpec
    private let maximumIoU: TensorSpec
    private let minimumScore: TensorSpec
    private let sigma: TensorSpec?
    private let limit: Int
    private let indices: TensorSpec
    private let chosenScores: TensorSpec?
    private let count: TensorSpec
    private let candidates: TensorSlot

    /// Checks a node; `isSoft` nodes have a sigma and output scores, as V5.
    init(_ node: Preparation, isSoft: Bool) throws(ModelError) {
        try node.expect(inputs: isSoft ? 6...6 : 5...5, outputs: isSoft ? 3 : 2)
        boxes = try node.input(0)
        scores = try node.input(1)
        maximumIoU = try node.input(3)
        minimumScore = try node.input(4)
        sigma = isSoft ? try node.input(5) : nil
        for number in [boxes, scores, maximumIoU, minimumScore] + (sigma.map { [$0] } ?? []) {
            guard number.elementType == .float32 else { throw node.unsupported(number) }
        }
        for number in [maximumIoU, minimumScore] + (sigma.map { [$0] } ?? []) {
            guard number.shape.elementCount == 1 else {
                throw node.fail("\"\(number.name)\" \(number.shape) is not one number")
            }
        }
        let length = scores.shape.elementCount
        guard boxes.shape == Shape([length, 4]), scores.shape.rank == 1, length < 1 << 31 else {
            throw node.fail("boxes \(boxes.shape) and scores \(scores.shape) do not fit")
        }
        limit = try node.integer(2)
        let shape = try node.shape([limit])
        indices = try node.setOutput(0, shape: shape)
        chosenScores = isSoft ? try node.setOutput(1, shape: shape) : nil
        count = try node.setOutput(isSoft ? 2 : 1, shape: [])
        guard indices.elementType == .int32, count.elementType == .int32,
            chosenScores?.elementType ?? .float32 == .float32
        else { throw node.fail("outputs are not int32 indices and counts, float32 scores") }
        candidates = try node.scratch(byteCount: length * MemoryLayout<Candidate>.stride)
    }

    func run(_ task: Int, _ memory: borrowing TensorMemory) {
        let chosen = memory.elements(indices.slot, as: Int32.self)
        let kept = chosenScores.map { memory.elements($0.slot, as: Float.self) }
        chosen.update(repeating: 0, count: limit)
        kept?.update(repeating: 0, count: limit)
        memory.elements(count.slot, as: Int32.self).pointee = Int32(
            truncatingIfNeeded: choose(chosen, kept, memory))
    }

    private func number(_ spec: TensorSpec, _ memory: borrowing TensorMemory) -> Float {
        memory.elements(spec.slot, as: Float.self).pointee
    }

    private func choose(
        _ chosen: UnsafeMutablePointer<Int32>, _ kept: UnsafeMutablePointer<Float>?,
        _ memory: borrowing TensorMemory
    ) -> Int {
        let least = number(minimumScore, memory)
        let heap = memory.elements(candidates, as: Candidate.self)
        var size = fill(heap, above: least, memory)
        var count = 0
        while count < limit, size > 0 {
            let before = heap[0].score
            let isOut = suppress(&heap[0], chosen, count, least, memory)
            heap[0].begin = Int32(truncatingIfNeeded: count)
            if !isOut, heap[0].score == before {
                chosen[count] = heap[0].index
                kept?[count] = before
                count += 1
            } else if !isOut, heap[0].score > least {
                heap.sink(0, size)  // The candidate stays in the heap with its lower score.
                continue
            }
            size -= 1
            heap[0] = heap[size]
            heap.sink(0, size)
        }
        return count
    }

    private func fill(
        _ heap: UnsafeMutablePointer<Candidate>, above least: Float,
        _ memory: borrowing TensorMemory
    ) -> Int {
        let scores = memory.elements(scores.slot, as: Float.self)
        var size = 0
        for index in 0..<self.scores.shape.elementCount where scores[index] > least {
            heap[size] = Candidate(
                score: scores[index], index: Int32(truncatingIfNeeded: index), begin: 0)
            size += 1
        }
        for parent in (0..<(size / 2)).reversed() { heap.sink(parent, size) }
        return size
    }

    /// Lowers a candidate's score by its overlap with chosen boxes not compared with it yet.
    ///
    /// - Returns: whether the candidate is dropped.
    private func suppress(
        _ candidate: inout Candidate, _ chosen: UnsafeMutablePointer<Int32>, _ count: Int,
        _ least: Float, _ memory: borrowing TensorMemory
    ) -> Bool {
        let (threshold, sigma) = (
            number(maximumIoU, memory), self.sigma.map { number($0, memory) } ?? 0
        )
        let box = box(Int(candidate.index), memory)
        for other in stride(from: count - 1, through: Int(candidate.begin), by: -1) {
            let overlap = Suppression.intersectionOverUnion(
                self.box(Int(chosen[other]), memory), box)
            if overlap >= threshold { return true }
            if sigma > 0 { candidate.score *= exp(-0.5 / sigma * overlap * overlap) }
            if candidate.score <= least { break }
        }
        return false
    }

    /// Returns a box with its corners in order.
    private func box(_ index: Int, _ memory: borrowing TensorMemory) -> SIMD4<Float> {
        let numbers = memory.elements(boxes.slot, as: Float.self) + 4 * index
        return SIMD4(
            min(numbers[0], numbers[2]), min(numbers[1], numbers[3]),
            max(numbers[0], numbers[2]), max(numbers[1], numbers[3]))
    }
}

/// NON_MAX_SUPPRESSION_V4: see ``NonMaxSuppression``.
enum NonMaxSuppressionV4: Operator {
    static let code = OperatorCode.builtin(.nonMaxSuppressionV4)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try NonMaxSuppression(node, isSoft: false)
    }
}

/// NON_MAX_SUPPRESSION_V5: see ``NonMaxSuppression``.
enum NonMaxSuppressionV5: Operator {
    static let code = OperatorCode.builtin(.nonMaxSuppressionV5)
    static let versions = 1...1

    static func prepare(_ options: OptionsTable, _ node: Preparation) throws(ModelError)
        -> any PreparedOperator
    {
        try NonMaxSuppression(node, isSoft: true)
    }
}
