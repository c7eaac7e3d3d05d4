import CSightKernels
import SightModelFile

/// Greedy suppression of overlapping boxes: the best first, ties to the lower index.
///
/// A box is dropped if its IoU with a kept box is above the maximum. The candidates are a heap, so
/// that only the candidates that are visited are sorted.
/// - Source: TensorFlow Lite `NonMaxSuppressionSingleClassHelper`.
struct Suppression: Sendable {
    /// The boxes of all anchors, `[count, 4]` float32: ymin, xmin, ymax, xmax.
    let boxes: TensorSlot
    /// The number of anchors.
    let count: Int
    let minimumScore: Float
    let maximumIoU: Float
    /// The largest number of selected anchors.
    let limit: Int
    /// The selected anchors as indices into ``boxes``, `[count]` int32, from the best to the worst.
    let selected: TensorSlot
    /// Working memory: `count` candidates.
    private let candidates: TensorSlot
    /// The corners and the areas of the selected boxes, `[5, capacity]` float32.
    private let columns: TensorSlot
    private let capacity: Int
    private let overlapsAny:
        @convention(c) (
            UnsafePointer<Float>?, UnsafePointer<Float>?, Int, Int, Float
        ) -> Bool

    /// The kernel compares this many boxes at once.
    private static let block = 16

    /// An anchor and its score, as an element of the heap.
    struct Candidate: BitwiseCopyable, HeapCandidate {
        let score: Float
        let index: Int32

        @inline(__always)
        func precedes(_ other: Candidate) -> Bool {
            score > other.score || (score == other.score && index < other.index)
        }
    }

    /// Prepares the suppression of boxes that `decoding` writes in an earlier phase of the node.
    init(
        _ decoding: BoxDecoding, limit: Int, _ options: DetectionOptions, _ node: Preparation
    ) throws(ModelError) {
        boxes = decoding.boxes
        count = decoding.count
        minimumScore = options.minimumScore
        maximumIoU = options.maximumIoU
        self.limit = min(limit, count)
        selected = try node.scratch(byteCount: count * 4)
        candidates = try node.scratch(byteCount: count * MemoryLayout<Candidate>.stride)
        capacity = (self.limit + Self.block - 1) / Self.block * Self.block
        columns = try node.scratch(byteCount: 5 * 4 * capacity)
        overlapsAny = sight_row_kernels_best(sight_current_tier()).pointee.overlaps_any
    }

    /// Writes up to ``limit`` anchors to ``selected``, best first.
    ///
    /// `score` returns the score of an anchor; scores below the minimum and NaN are left out.
    ///
    /// - Returns: the number of selected anchors.
    @inline(__always)
    func select(_ memory: borrowing TensorMemory, score: (Int) -> Float) -> Int {
        let heap = memory.elements(candidates, as: Candidate.self)
        var size = 0
        for index in 0..<count {
            let value = score(index)
            guard value >= minimumScore else { continue }
            heap[size] = Candidate(score: value, index: Int32(truncatingIfNeeded: index))
            size += 1
        }
        for parent in (0..<(size / 2)).reversed() { heap.sink(parent, size) }
        let kept = memory.elements(selected, as: Int32.self)
        let boxes = memory.elements(boxes, as: Float.self)
        let columns = memory.elements(columns, as: Float.self)
        var keptCount = 0
        while size > 0, keptCount < limit {
            let best = heap[0].index
            size -= 1
            heap[0] = heap[size]
            heap.sink(0, size)
            let box = boxes + 4 * Int(best)
            guard !overlapsAny(box, columns, capacity, keptCount, maximumIoU) else { continue }
            kept[keptCount] = best
            append(box, to: columns, at: keptCount)
            keptCount += 1
        }
        return keptCount
    }

    /// Writes a box to a column of ``columns``.
    private func append(
        _ box: UnsafeMutablePointer<Float>, to columns: UnsafeMutablePointer<Float>, at index: Int
    ) {
        let areas = columns + 4 * capacity
        // Empty boxes fill the rest of a block.
        if index % Self.block == 0 { (areas + index).update(repeating: 0, count: Self.block) }
        for i in 0..<4 { columns[i * capacity + index] = box[i] }
        areas[index] = (box[2] - box[0]) * (box[3] - box[1])
    }

    /// Returns the box of an anchor.
    @inline(__always)
    func box(_ index: Int, _ memory: borrowing TensorMemory) -> SIMD4<Float> {
        let numbers = memory.elements(boxes, as: Float.self) + 4 * index
        return SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// Returns the intersection over union; 0 if either box has no area.
    @inline(__always)
    static func intersectionOverUnion(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
        let areaA = (a.z - a.x) * (a.w - a.y)
        let areaB = (b.z - b.x) * (b.w - b.y)
        guard areaA > 0, areaB > 0 else { return 0 }
        let height = max(min(a.z, b.z) - max(a.x, b.x), 0)
        let width = max(min(a.w, b.w) - max(a.y, b.y), 0)
        let intersection = height * width
        return intersection / (areaA + areaB - intersection)
    }
}
