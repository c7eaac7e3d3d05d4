/// Packs buffers with known lifetimes into one allocation.
///
/// Goals, in order: buffers that live at the same time never overlap; the arena is small;
/// planning takes milliseconds for thousands of tensors.
///
/// - Source: Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference",
///   2020, greedy by size: the largest buffer first, each into the smallest gap that fits.
package struct ArenaPlanner {
    /// One buffer to place.
    package struct Request {
        /// Bytes; may be 0.
        package let byteCount: Int
        /// First and last step that use the buffer.
        package let lifetime: ClosedRange<Int>

        package init(byteCount: Int, lifetime: ClosedRange<Int>) {
            self.byteCount = byteCount
            self.lifetime = lifetime
        }
    }

    /// Every offset is a multiple of this.
    package static let alignment = 64

    /// Offset of each request, in the order given, and the bytes of the whole arena.
    ///
    /// - Complexity: O(n²) in the number of requests.
    package static func plan(_ requests: [Request]) -> (offsets: [Int], byteCount: Int) {
        var offsets = [Int](repeating: 0, count: requests.count)
        var placed: [(start: Int, end: Int, lifetime: ClosedRange<Int>)] = []
        var total = 0
        let order = requests.indices.filter { requests[$0].byteCount > 0 }.sorted {
            (requests[$1].byteCount, $0) < (requests[$0].byteCount, $1)
        }
        for index in order {
            let size = (requests[index].byteCount + alignment - 1) / alignment * alignment
            let start = firstFit(size, requests[index].lifetime, placed)
            offsets[index] = start
            total = max(total, start + size)
            let position = placed.firstIndex { $0.start > start } ?? placed.endIndex
            placed.insert((start, start + size, requests[index].lifetime), at: position)
        }
        return (offsets, total)
    }

    /// The start of the smallest gap that holds `size` bytes during a lifetime.
    private static func firstFit(
        _ size: Int, _ lifetime: ClosedRange<Int>,
        _ placed: [(start: Int, end: Int, lifetime: ClosedRange<Int>)]
    ) -> Int {
        var end = 0  // of all neighbours in time seen so far, which are sorted by start
        var best: (start: Int, gap: Int)?
        for other in placed where other.lifetime.overlaps(lifetime) {
            let gap = other.start - end
            if gap >= size, gap < best?.gap ?? .max {
                best = (end, gap)
            }
            end = max(end, other.end)
        }
        return best?.start ?? end
    }
}
