import Dispatch
import Sight

/// Lets a thread wait for asynchronous work.
///
/// The work runs on threads of its own: the caller may well be one of the few threads that Swift's
/// tasks share, and if all of those waited here nobody would be left to do the work.
enum BlockingCall {
    /// Runs work and waits for it.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(DetectionError) -> Value
    ) -> Result<Value, DetectionError> {
        let outcome = Outcome<Value>()
        let done = DispatchSemaphore(value: 0)
        let work: @Sendable () async -> Void = {
            do throws(DetectionError) {
                outcome.result = .success(try await body())
            } catch {
                outcome.result = .failure(error)
            }
            done.signal()
        }
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            Task(executorPreference: QueueExecutor.shared) { await work() }
        } else {
            Task { await work() }
        }
        done.wait()
        return outcome.result
    }

    private final class Outcome<Value: Sendable>: @unchecked Sendable {  // guarded by a semaphore
        // Sendable proof: written before the semaphore is signalled, read after the wait.
        var result = Result<Value, DetectionError>.failure(
            DetectionError(.cancelled, "the work was dropped"))
    }
}

/// Runs tasks on threads of Dispatch instead of those that Swift's tasks share.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class QueueExecutor: TaskExecutor {
    static let shared = QueueExecutor()
    private let queue = DispatchQueue(label: "sight.stream", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
