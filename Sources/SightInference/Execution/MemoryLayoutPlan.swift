import SightModelFile

/// The place of each slot of a prepared stage.
struct MemoryLayoutPlan: Sendable {
    enum Place: Sendable {
        case arena(offset: Int)
        case constant(ConstantBytes)
        /// The bytes of a slot of the previous stage from `offset` on.
        case earlier(slot: Int, offset: Int)
        /// No place, because nothing in this stage uses the slot.
        case nowhere
    }

    /// The place of each slot.
    let places: [Place]
    /// The size of the arena in bytes.
    let arenaByteCount: Int
}
