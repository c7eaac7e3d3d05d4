public import Dispatch
import SightConcurrency

/// The queue on which the completion handlers of the drop-in modules are called.
///
/// It is the main queue, as in ML Kit. A program whose main thread runs no loop, such as a server
/// or a command that blocks, sets another queue once at its start, or uses the `async` forms.
public enum DetectionCallbacks {
    private static let chosen = Guarded(DispatchQueue.main)

    /// The queue.
    public static var queue: DispatchQueue {
        get { chosen.current }
        set { chosen.current = newValue }
    }
}
