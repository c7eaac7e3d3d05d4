/// An element of a binary heap whose root precedes all others.
protocol HeapCandidate {
    /// Whether this element is nearer to the root than another one.
    func precedes(_ other: Self) -> Bool
}

extension UnsafeMutablePointer where Pointee: HeapCandidate {
    /// Moves an element of the heap down until it precedes its children.
    ///
    /// - Parameters:
    ///   - start: the index of the element.
    ///   - size: the number of elements in the heap.
    func sink(_ start: Int, _ size: Int) {
        var parent = start
        while true {
            var child = 2 * parent + 1
            guard child < size else { return }
            if child + 1 < size, self[child + 1].precedes(self[child]) { child += 1 }
            guard self[child].precedes(self[parent]) else { return }
            (self[parent], self[child]) = (self[child], self[parent])
            parent = child
        }
    }
}
