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
        let index =
            isWide
            ? Int(truncatingIfNeeded: memory.elements(spec.slot, as: Int64.self)[position])
            : Int(memory.elements(spec.slot, as: Int32.self)[position])
        guard (0..<limit).contains(index) else {
            throw ModelError(
                .outOfRange,
                "\(place): index \(index) of \"\(spec.name)\" is outside 0 ..< \(limit)")
        }
        return index
    }
}
