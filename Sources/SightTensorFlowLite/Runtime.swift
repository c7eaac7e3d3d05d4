/// Information about the runtime.
public enum Runtime {
    /// The version of LiteRT with which the results of the runtime are compared.
    ///
    /// The original returns the version of the linked TensorFlow Lite.
    public static let version = "2.3.0"
}
