/// A processor that runs models.
#if canImport(ObjectiveC)
    @objc(MPPDelegate)
#endif
public enum Delegate: UInt, Sendable {
    /// The CPU.
    case CPU
    /// The GPU; kept as a setting, and the CPU computes.
    case GPU
}
