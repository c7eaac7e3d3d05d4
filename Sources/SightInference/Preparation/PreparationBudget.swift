import SightModelFile

/// The memory and the calls that a graph, its stages and its called graphs use in total.
struct PreparationBudget: Sendable {
    /// Bytes allocated so far: packed weights, tables, copies and computed constants.
    private(set) var byteCount = 0
    /// Bytes of all constants that were computed so far.
    private var foldedByteCount = 0
    /// Bytes of the arenas that were planned so far.
    private(set) var arenaByteCount = 0
    /// The number of graphs that were prepared for calls so far.
    private var callCount = 0
    /// The number of comparisons that are left for the plans of arenas.
    var comparisons = ArenaPlanner.comparisonLimit
    private let limits: ModelLimits

    init(_ limits: ModelLimits) { self.limits = limits }

    /// Counts bytes that are about to be allocated for any purpose.
    mutating func spend(_ count: Int, place: @autoclosure () -> String) throws(ModelError) {
        guard count >= 0, count <= limits.preparedByteCount - byteCount else {
            throw ModelError(
                .tooLarge,
                "\(place()): what is prepared passes the limit of "
                    + "\(limits.preparedByteCount) bytes")
        }
        byteCount += count
    }

    /// Counts the bytes of a constant that is about to be computed.
    mutating func spendFolded(_ byteCount: Int, place: @autoclosure () -> String)
        throws(ModelError)
    {
        try spend(byteCount, place: place())
        foldedByteCount += byteCount
        guard foldedByteCount <= limits.foldedByteCount else {
            throw ModelError(
                .tooLarge,
                "\(place()): computed constants pass the limit of \(limits.foldedByteCount) bytes")
        }
    }

    /// Counts the arena of a stage.
    mutating func spendArena(_ byteCount: Int) throws(ModelError) {
        arenaByteCount += byteCount
        guard arenaByteCount <= limits.arenaByteCount else {
            throw ModelError(
                .tooLarge,
                "the tensors need \(arenaByteCount) bytes at once, the limit is "
                    + "\(limits.arenaByteCount)")
        }
    }

    /// Counts a graph that a node calls.
    mutating func spendCall(place: String) throws(ModelError) {
        callCount += 1
        guard callCount <= limits.callCount else {
            throw ModelError(
                .tooLarge, "\(place): more than \(limits.callCount) calls of other graphs")
        }
    }
}
