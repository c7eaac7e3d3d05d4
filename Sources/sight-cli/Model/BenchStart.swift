/// The start of a model, which is the first line that `sight model bench --turns` prints.
package struct BenchStart: Encodable, Sendable {
    /// The time from the path to a graph that is ready to run.
    package let loadMilliseconds: Double
    /// The time of the first run, with cold caches.
    package let firstRunMilliseconds: Double
    /// The time that the system charged to all threads for loading and the first run.
    package let processorMilliseconds: Double
    /// The resident bytes that loading and the first run added.
    package let growthBytes: Int
}

/// The times of one round, which is a further line of `sight model bench --turns`.
package struct BenchRound: Encodable, Sendable {
    /// The median time of the round's runs.
    package let medianMilliseconds: Double
}
