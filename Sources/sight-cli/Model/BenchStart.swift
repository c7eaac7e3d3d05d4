/// How a model started, the first line that `sight model bench --turns` prints.
package struct BenchStart: Encodable, Sendable {
    /// From the path to a graph that is ready to run.
    package let loadMilliseconds: Double
    /// The first run, with cold caches.
    package let firstRunMilliseconds: Double
    /// Bytes that loading and the first run added to those resident.
    package let growthBytes: Int
}

/// One round, a further line of `sight model bench --turns`.
package struct BenchRound: Encodable, Sendable {
    /// The middle of the round's runs.
    package let medianMilliseconds: Double
}
