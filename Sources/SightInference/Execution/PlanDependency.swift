import SightModelFile

/// A value of an earlier stage on which the plan of a later stage depends.
///
/// The plan is valid as long as all its dependencies have the same value.
struct PlanDependency: Sendable {
    /// The value that the plan uses.
    enum Finding: Sendable {
        /// A copy of the bytes; operators of the plan may point into it.
        case bytes(ConstantBytes)
        case number(Int, find: @Sendable (UnsafeRawBufferPointer) -> Int)
    }

    /// The slot of the bytes in the previous stage.
    let slot: Int
    /// The place of the first byte in those of the slot.
    let offset: Int
    let byteCount: Int
    let finding: Finding

    /// Whether the bytes that a stage has now give the same value.
    func holds(after stage: StageExecution) -> Bool {
        let bytes = UnsafeRawBufferPointer(start: stage.address(slot) + offset, count: byteCount)
        switch finding {
        case .bytes(let known): return bytes.elementsEqual(known.bytes)
        case .number(let known, let find): return find(bytes) == known
        }
    }
}
