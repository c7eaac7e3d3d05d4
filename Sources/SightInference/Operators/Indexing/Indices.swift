import SightModelFile
import SightTensor

/// Indices that are read from a tensor during a run: int32 or int64, checked one by one.
struct Indices: Sendable {
    let spec: TensorSpec
    private let isWide: Bool
    private let place: String

    init(_ spec: TensorSpec, _ node: Preparation) throws(ModelError) {
        guard spec.elementType == .int32 || spec.elementType == .int64 else {
            throw node.unsupported(spec)
        }
        self.spec = spec
        isWide = spec.elementType == .int64
        place = node.place
    }

    /// Returns the index at a position.
    ///
    /// - Throws: ``ModelError`` with code `outOfRange` if the index is outside `0 ..< limit`.
    @inline(__always)
    func read(_ position: Int, below limit: Int, _ memory: borrowing TensorMemory)
        throws(ModelError) -> Int
    {
        let index = number(position, memory)
        guard (0..<limit).contains(index) else {
            throw ModelError(
                .outOfRange,
                "\(place): index \(index) of \"\(spec.name)\" is outside 0 ..< \(limit)")
        }
        return index
    }

    /// Returns the number at a position, which may be any.
    @inline(__always)
    func number(_ position: Int, _ memory: borrowing TensorMemory) -> Int {
        isWide
            ? Int(truncatingIfNeeded: memory.elements(spec.slot, as: Int64.self)[position])
            : Int(memory.elements(spec.slot, as: Int32.self)[position])
    }

    /// Writes the byte offsets of the slices that successive indices choose.
    ///
    /// - Throws: ``ModelError`` with code `outOfRange` if an index is outside `0 ..< limit`.
    func readOffsets(
        _ positions: Range<Int>, below limit: Int, sliceBytes: Int,
        to offsets: UnsafeMutablePointer<Int>, _ memory: borrowing TensorMemory
    ) throws(ModelError) {
        let isInside =
            isWide
            ? write(positions, of: Int64.self, below: limit, sliceBytes, offsets, memory)
            : write(positions, of: Int32.self, below: limit, sliceBytes, offsets, memory)
        guard !isInside else { return }
        for position in positions { _ = try read(position, below: limit, memory) }
    }

    /// Writes the offsets without a branch in the loop; returns whether all indices are inside.
    @inline(__always)
    private func write<Element: FixedWidthInteger>(
        _ positions: Range<Int>, of _: Element.Type, below limit: Int, _ sliceBytes: Int,
        _ offsets: UnsafeMutablePointer<Int>, _ memory: borrowing TensorMemory
    ) -> Bool {
        let indices = memory.elements(spec.slot, as: Element.self) + positions.lowerBound
        var outside = 0
        for i in 0..<positions.count {
            let index = Int(truncatingIfNeeded: indices[i])
            outside |= index | (limit &- 1 &- index)  // negative if one of them is
            offsets[i] = index &* sliceBytes
        }
        return outside >= 0
    }
}
