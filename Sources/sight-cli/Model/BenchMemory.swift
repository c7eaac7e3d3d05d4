/// The memory of a model: the peak of resident bytes, and its growth since the start.
struct BenchMemory {
    private var before: Int
    private(set) var peakBytes = 0

    /// The bytes that loading and running the model added.
    var growthBytes: Int { max(0, peakBytes - before) }

    /// Starts with the bytes that are resident now.
    init() {
        before = ProcessMemory.residentByteCount
    }

    /// Runs work of the benchmark itself; its memory is not counted as the model's.
    mutating func leaveOut<Result>(_ work: () throws(CommandError) -> Result) throws(CommandError)
        -> Result
    {
        let start = ProcessMemory.residentByteCount
        let result = try work()
        before += max(0, ProcessMemory.residentByteCount - start)
        return result
    }

    /// Records the peak so far.
    mutating func note() { peakBytes = ProcessMemory.peakByteCount }
}
