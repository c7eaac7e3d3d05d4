/// Packs buffers with known lifetimes into one allocation.
///
/// Goals, in order: buffers that live at the same time never overlap; the arena is small;
/// planning takes milliseconds for thousands of tensors, and seconds at most for any number.
///
/// - Source: Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference",
///   2020, greedy by size: the largest buffer first, each into the smallest gap that fits.
package struct ArenaPlanner {
    /// A buffer to place.
    package struct Request {
        /// The size in bytes, which may be 0.
        package let byteCount: Int
        /// The first and the last step that use the buffer.
        package let lifetime: ClosedRange<Int>

        package init(byteCount: Int, lifetime: ClosedRange<Int>) {
            self.byteCount = byteCount
            self.lifetime = lifetime
        }
    }

    /// A buffer with its place.
    private struct Placed {
        let start: Int
        let end: Int
        let lifetime: ClosedRange<Int>
    }

    /// The alignment of every offset, in bytes.
    package static let alignment = 64
    /// The number of comparisons for all graphs and stages of a model; a crafted file may have many
    /// with many tensors each, and n requests take n² comparisons.
    package static let comparisonLimit = 8192 * 8192

    /// Gives each request a place.
    ///
    /// - Parameters:
    ///   - requests: the buffers.
    ///   - comparisons: the number of comparisons that are left, from which this plan's are
    ///     subtracted. Requests that are too many for it are not compared.
    /// - Returns: the offset of each request, in the given order, and the size of the arena in
    ///   bytes.
    package static func plan(_ requests: [Request], comparisons: inout Int)
        -> (offsets: [Int], byteCount: Int)
    {
        let used = requests.indices.filter { requests[$0].byteCount > 0 }
        let (needed, overflow) = used.count.multipliedReportingOverflow(by: used.count)
        guard !overflow, needed <= comparisons else { return pooled(requests, used) }
        comparisons -= needed
        return compared(requests, used)
    }

    /// Places the largest requests first, equal ones in the given order.
    private static func compared(
        _ requests: [Request], _ used: [Int]
    ) -> (offsets: [Int], byteCount: Int) {
        let order = used.sorted {
            (requests[$1].byteCount, $0) < (requests[$0].byteCount, $1)
        }
        var offsets = [Int](repeating: 0, count: requests.count)
        var placed: [Placed] = []
        var total = 0
        for index in order {
            let size = (requests[index].byteCount + alignment - 1) / alignment * alignment
            let start = firstFit(size, requests[index].lifetime, placed)
            offsets[index] = start
            total = max(total, start + size)
            placed.insert(
                Placed(start: start, end: start + size, lifetime: requests[index].lifetime),
                at: position(after: start, in: placed))
        }
        return (offsets, total)
    }

    /// Returns the position behind all buffers that start at `start` or before, by binary search.
    private static func position(after start: Int, in placed: [Placed]) -> Int {
        var (low, high) = (0, placed.count)
        while low < high {
            let middle = (low + high) / 2
            if placed[middle].start > start { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns the start of the smallest gap that has room for `size` bytes during a lifetime.
    private static func firstFit(
        _ size: Int, _ lifetime: ClosedRange<Int>, _ placed: [Placed]
    ) -> Int {
        var end = 0  // The end of the neighbors in time so far, which are sorted by start
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

    /// Gives each request a place that an ended request of the same rounded size had, or a new one.
    ///
    /// The arena may be larger than a compared one. It takes a time of O(n log n).
    private static func pooled(
        _ requests: [Request], _ used: [Int]
    ) -> (offsets: [Int], byteCount: Int) {
        let beginnings = used.sorted {
            requests[$0].lifetime.lowerBound < requests[$1].lifetime.lowerBound
        }
        let endings = used.sorted {
            requests[$0].lifetime.upperBound < requests[$1].lifetime.upperBound
        }
        var offsets = [Int](repeating: 0, count: requests.count)
        var total = 0
        var free: [Int: [Int]] = [:]  // Offsets by rounded size
        var ended = 0
        for index in beginnings {
            // This request itself has not ended, so that there is always a next one.
            let step = requests[index].lifetime.lowerBound
            while requests[endings[ended]].lifetime.upperBound < step {
                let earlier = endings[ended]
                free[rounded(requests[earlier].byteCount), default: []].append(offsets[earlier])
                ended += 1
            }
            let size = rounded(requests[index].byteCount)
            if let offset = free[size]?.popLast() {
                offsets[index] = offset
            } else {
                offsets[index] = total
                total += size
            }
        }
        return (offsets, total)
    }

    /// Rounds a size up, by an eighth at most or to the alignment, so that few sizes differ.
    private static func rounded(_ byteCount: Int) -> Int {
        let power = 1 &<< (Int.bitWidth - 1 - byteCount.leadingZeroBitCount)
        let step = max(alignment, power / 8)
        return (byteCount + step - 1) / step * step
    }
}
