import SightModelFile
import SightTensor

/// A hash table with linear probing that finds equal elements of a list, in memory that the budget
/// of the preparation counts.
///
/// Each slot has the position of an element plus 1, or 0 if it is free. The number of slots is a
/// power of two, and at least half of them are free. The stage of one execution owns the table: its
/// node uses it before and during a run, on one thread at a time.
struct DistinctTable: Sendable {
    private let storage: AlignedStorage
    private let mask: Int

    /// Creates a table for at most `count` different elements.
    ///
    /// - Throws: ``ModelError`` with code `tooLarge`.
    init(count: Int, _ node: Preparation) throws(ModelError) {
        var slotCount = 16
        while slotCount < 2 * count { slotCount *= 2 }
        storage = try node.storage(byteCount: slotCount * MemoryLayout<UInt32>.stride)
        mask = slotCount - 1
    }

    /// Removes all elements.
    func clear() {
        storage.start.initializeMemory(as: UInt8.self, repeating: 0, count: storage.byteCount)
    }

    /// Returns the position of an equal element; adds an element that is new with position `next`.
    ///
    /// `known` are the elements by position. NaN equals no element and must not be added.
    @inline(__always)
    func position<Element: Hashable>(
        of element: Element, among known: UnsafePointer<Element>, orAdd next: Int
    ) -> Int {
        let slots = storage.start.assumingMemoryBound(to: UInt32.self)
        var slot = element.hashValue & mask
        while slots[slot] != 0 {
            let position = Int(slots[slot]) - 1
            if known[position] == element { return position }
            slot = (slot + 1) & mask
        }
        slots[slot] = UInt32(truncatingIfNeeded: next + 1)
        return next
    }

    /// Returns the number of different elements in a list; each NaN counts.
    func count<Element: Hashable>(in elements: UnsafeBufferPointer<Element>) -> Int {
        guard let first = elements.baseAddress else { return 0 }
        clear()
        var count = 0
        for (index, element) in elements.enumerated() {
            // NaN differs from itself: a table of NaNs takes the square of their number in time.
            let isNew =
                element != element
                || position(of: element, among: first, orAdd: index) == index
            if isNew { count += 1 }
        }
        return count
    }
}
