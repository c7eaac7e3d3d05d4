/// Greedy suppression of overlapping boxes: the best first, ties to the lower index.
///
/// A box is dropped if its IoU with a kept box is above the maximum. The candidates are a heap, so
/// that only the candidates that are visited are sorted.
/// - Source: TensorFlow Lite `NonMaxSuppressionSingleClassHelper`.
struct Suppression: Sendable {
    /// `[A, 4]` float32, ymin, xmin, ymax, xmax.
    let boxes: TensorSlot
    let count: Int
    let minimumScore: Float
    let maximumIoU: Float
    /// Working memory: `count` candidates, `count` indices.
    let candidates: TensorSlot
    let selected: TensorSlot

    /// An anchor and its score, as an element of the heap.
    struct Candidate: BitwiseCopyable, HeapCandidate {
        let score: Float
        let index: Int32

        @inline(__always)
        func precedes(_ other: Candidate) -> Bool {
            score > other.score || (score == other.score && index < other.index)
        }
    }

    /// Writes up to `limit` anchors to ``selected``, best first.
    ///
    /// `score` returns the score of an anchor; scores below the minimum and NaN are left out.
    ///
    /// - Returns: the number of selected anchors.
    @inline(__always)
    func select(limit: Int, _ memory: borrowing TensorMemory, score: (Int) -> Float) -> Int {
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
        var keptCount = 0
        while size > 0, keptCount < limit {
            let best = heap[0].index
            size -= 1
            heap[0] = heap[size]
            heap.sink(0, size)
            guard !overlaps(Int(best), kept, keptCount, memory) else { continue }
            kept[keptCount] = best
            keptCount += 1
        }
        return keptCount
    }

    private func overlaps(
        _ index: Int, _ kept: UnsafeMutablePointer<Int32>, _ count: Int,
        _ memory: borrowing TensorMemory
    ) -> Bool {
        let candidate = box(index, memory)
        for i in 0..<count
        where Self.intersectionOverUnion(box(Int(kept[i]), memory), candidate) > maximumIoU {
            return true
        }
        return false
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
