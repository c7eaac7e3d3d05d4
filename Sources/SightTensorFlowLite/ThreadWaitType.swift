/// The way in which a thread waits for the GPU.
public enum ThreadWaitType: Equatable, Hashable, Sendable {
    /// The thread does not wait.
    case none
    /// The thread sleeps.
    case passive
    /// The thread spins, for a lower latency at the cost of power.
    case active
    /// The thread spins and keeps the GPU awake.
    case aggressive
}
