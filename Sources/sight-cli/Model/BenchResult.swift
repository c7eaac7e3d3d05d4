/// What `sight model bench` measured: `--json` is this, encoded.
package struct BenchResult: Encodable, Sendable {
    /// The path as the user wrote it.
    package let model: String
    /// Threads that shared each operator.
    package let threads: Int
    /// The kernels' tier.
    package let tier: String
    /// From the path to a graph that is ready to run.
    package let loadMilliseconds: Double
    /// The first run, with cold caches.
    package let firstRunMilliseconds: Double
    /// The middle of the timed runs.
    package let medianMilliseconds: Double
    /// Nine of ten timed runs took no longer.
    package let p90Milliseconds: Double
    /// Timed runs.
    package let runs: Int
    /// The most bytes that were resident at once.
    package let peakBytes: Int
    /// How much of that loading and the first runs added.
    package let growthBytes: Int
    /// Where the time went, if that was asked for.
    package let profile: BenchProfile?

    /// Sums up measurements.
    ///
    /// - Precondition: `times` is not empty.
    init(
        model: String, threads: Int, tier: String, loadMilliseconds: Double,
        firstRunMilliseconds: Double, times: [Double], memory: BenchMemory,
        profile: BenchProfile?
    ) {
        self.model = model
        self.threads = threads
        self.tier = tier
        self.loadMilliseconds = loadMilliseconds
        self.firstRunMilliseconds = firstRunMilliseconds
        medianMilliseconds = Self.percentile(50, of: times)
        p90Milliseconds = Self.percentile(90, of: times)
        runs = times.count
        peakBytes = memory.peakBytes
        growthBytes = memory.growthBytes
        self.profile = profile
    }

    /// The smallest value that `percent` percent of the values do not pass (nearest rank).
    ///
    /// - Precondition: `values` is not empty, `percent` is in 1...100.
    package static func percentile(_ percent: Int, of values: [Double]) -> Double {
        let rank = (values.count * percent + 99) / 100
        return values.sorted()[max(1, rank) - 1]
    }

    /// The result for a reader.
    func text(withProfile: Bool) -> String {
        var table = TextTable([(model, .left), ("", .right)])
        table.add("tier", tier)
        table.add("threads", String(threads))
        table.add("load", loadMilliseconds.asMilliseconds)
        table.add("first run", firstRunMilliseconds.asMilliseconds)
        table.add("median of \(runs)", medianMilliseconds.asMilliseconds)
        table.add("90th percentile", p90Milliseconds.asMilliseconds)
        table.add("peak memory", peakBytes.asByteCount)
        table.add("of it for the model", growthBytes.asByteCount)
        let text = withProfile ? profile.map { "\(table.text)\n\($0.text)" } : nil
        return text ?? table.text
    }
}
