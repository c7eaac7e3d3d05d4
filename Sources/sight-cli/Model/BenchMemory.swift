/// What a model takes: the most bytes that were resident, and how many more than before it.
struct BenchMemory {
    private var before: Int
    private(set) var peakBytes = 0

    /// Bytes that loading and running the model added.
    var growthBytes: Int { max(0, peakBytes - before) }

    /// Starts with what is resident now.
    init() {
        before = ProcessMemory.residentByteCount
    }

    /// Does work of the measurement's own: what it leaves resident is not the model's.
    mutating func leaveOut<Result>(_ work: () throws(CommandError) -> Result) throws(CommandError)
        -> Result
    {
        let start = ProcessMemory.residentByteCount
        let result = try work()
        before += max(0, ProcessMemory.residentByteCount - start)
        return result
    }

    /// Notes the peak so far.
    mutating func note() { peakBytes = ProcessMemory.peakByteCount }
}
