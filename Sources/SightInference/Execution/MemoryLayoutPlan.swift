import SightModelFile

/// Where every slot of a prepared stage has its bytes.
struct MemoryLayoutPlan: Sendable {
    enum Place: Sendable {
        case arena(offset: Int)
        case constant(ConstantBytes)
        /// Where the stage before has a slot.
        case earlier(slot: Int)
        /// Nothing in this stage uses it.
        case nowhere
    }

    /// One place a slot.
    let places: [Place]
    /// Bytes of the arena.
    let arenaByteCount: Int
}
