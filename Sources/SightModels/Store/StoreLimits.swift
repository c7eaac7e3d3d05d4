/// The largest models and the largest total size that a store accepts.
public struct StoreLimits: Hashable, Sendable {
    /// The largest size of a model in bytes; a download that exceeds it ends at once.
    public var maximumModelSize: Int
    /// The largest size of all models together in bytes; `nil` for no limit.
    ///
    /// If a new model exceeds it, the store deletes the models that have not been used for the
    /// longest time.
    public var maximumTotalSize: Int?

    /// Creates limits; the default is 1 GiB per model and no limit for all models together.
    public init(maximumModelSize: Int = 1 << 30, maximumTotalSize: Int? = nil) {
        self.maximumModelSize = maximumModelSize
        self.maximumTotalSize = maximumTotalSize
    }
}
