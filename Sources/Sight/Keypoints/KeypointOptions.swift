/// The options of a ``KeypointDetector``.
public struct KeypointOptions: Sendable {
    /// Bodies and faces with a lower score are dropped; single points never are.
    ///
    /// Values outside 0…1 and NaN are refused with `invalidOptions`.
    public var scoreThreshold: Float = 0
    /// The normalization of bytes for a float model; `nil` takes the metadata's, otherwise
    /// unchanged bytes for bodies and 0…1 for landmarks.
    public var normalization: Normalization?
    /// The number of threads that share one run.
    public var threadCount = 1

    /// The defaults.
    public init() {}
}
