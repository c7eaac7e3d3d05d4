/// Where every slot of a prepared graph has its bytes.
struct MemoryLayoutPlan: Sendable {
    enum Place: Sendable {
        case arena(offset: Int)
        case constant(ConstantBytes)
    }

    /// One place a slot.
    let places: [Place]
    /// Bytes of the arena.
    let arenaByteCount: Int
}
