/// The measurements of `sight model bench`, which `--json` prints as JSON.
package struct BenchResult: Encodable, Sendable {
    /// The path as the user wrote it.
    package let model: String
    /// The number of threads that share each operator.
    package let threads: Int
    /// The tier of the kernels.
    package let tier: String
    /// The time from the path to a graph that is ready to run.
    package let loadMilliseconds: Double
    /// The time of the first run, with cold caches.
    package let firstRunMilliseconds: Double
    /// The median time of the timed runs.
    package let medianMilliseconds: Double
    /// The 90th percentile of the times: nine of ten timed runs took no longer.
    package let p90Milliseconds: Double
    /// The number of timed runs.
    package let runs: Int
    /// The largest number of bytes that were resident at the same time.
    package let peakBytes: Int
    /// The part of the peak that loading and the first runs added.
    package let growthBytes: Int
    /// The profile, if it was requested.
    package let profile: BenchProfile?

    /// Summarizes measurements.
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
        self.loadMilliseconds = loadMilliseconds.significant
        self.firstRunMilliseconds = firstRunMilliseconds.significant
        medianMilliseconds = Self.percentile(50, of: times).significant
        p90Milliseconds = Self.percentile(90, of: times).significant
        runs = times.count
        peakBytes = memory.peakBytes
        growthBytes = memory.growthBytes
        self.profile = profile
    }

    /// Returns the smallest value that at least `percent` percent of the values do not exceed.
    ///
    /// This is the nearest-rank method.
    ///
    /// - Precondition: `values` is not empty, `percent` is in 1...100.
    package static func percentile(_ percent: Int, of values: [Double]) -> Double {
        let rank = (values.count * percent + 99) / 100
        return values.sorted()[max(1, rank) - 1]
    }

    /// Returns the result as text.
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
