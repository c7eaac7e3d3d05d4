/// How much a store takes in.
public struct StoreLimits: Hashable, Sendable {
    /// The largest model in bytes; a download ends with the first byte more.
    public var maximumModelSize: Int
    /// All models together in bytes; `nil` for no limit.
    ///
    /// When a new model passes it, those not used for longest go.
    public var maximumTotalSize: Int?

    /// Makes limits; by default 1 GiB for a model and none for all.
    public init(maximumModelSize: Int = 1 << 30, maximumTotalSize: Int? = nil) {
        self.maximumModelSize = maximumModelSize
        self.maximumTotalSize = maximumTotalSize
    }
}
