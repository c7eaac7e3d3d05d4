import SightModelFile

/// A value of an earlier stage that shaped the plan of a later one.
///
/// The plan serves as long as all its dependencies give what they gave.
struct PlanDependency: Sendable {
    /// What is taken from the bytes.
    enum Finding: Sendable {
        /// A copy, which operators of the plan may point into.
        case bytes(ConstantBytes)
        case number(Int, find: @Sendable (UnsafeRawBufferPointer) -> Int)
    }

    /// Where the stage before has the bytes.
    let slot: Int
    let byteCount: Int
    let finding: Finding

    /// Whether the bytes that a stage has now give the same.
    func holds(after stage: StageExecution) -> Bool {
        let bytes = UnsafeRawBufferPointer(start: stage.address(slot), count: byteCount)
        switch finding {
        case .bytes(let known): return bytes.elementsEqual(known.bytes)
        case .number(let known, let find): return find(bytes) == known
        }
    }
}
