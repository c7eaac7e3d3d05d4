/// How a thread waits for the GPU to finish.
public enum ThreadWaitType: Equatable, Hashable, Sendable {
    /// It does not wait.
    case none
    /// It sleeps.
    case passive
    /// It spins: lower latency, more power.
    case active
    /// It spins and keeps the GPU awake.
    case aggressive
}
