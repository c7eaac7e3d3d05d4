/// How a ``KeypointDetector`` reads its model.
public struct KeypointOptions: Sendable {
    /// Bodies and faces with a lower score are dropped; points are not.
    public var scoreThreshold: Float = 0
    /// How bytes become a float model's input; `nil` takes the metadata's, else bytes as they are
    /// for bodies and 0…1 for landmarks.
    public var normalization: Normalization?
    /// Threads that share one run.
    public var threadCount = 1

    /// The defaults.
    public init() {}
}
