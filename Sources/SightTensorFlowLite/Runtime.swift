/// The runtime that runs models.
public enum Runtime {
    /// The version of LiteRT whose results the runtime is held against.
    ///
    /// The original tells the version of the linked TensorFlow Lite.
    public static let version = "2.3.0"
}
