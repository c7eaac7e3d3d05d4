/// What a model takes: the most bytes that were resident, and how many more than before it.
struct BenchMemory {
    private let before: Int
    private(set) var peakBytes = 0

    /// Bytes that loading and running the model added.
    var growthBytes: Int { max(0, peakBytes - before) }

    /// Starts with what is resident now.
    init() {
        before = ProcessMemory.residentByteCount
    }

    /// Notes the peak so far.
    mutating func note() { peakBytes = ProcessMemory.peakByteCount }
}
