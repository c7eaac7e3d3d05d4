import Dispatch
import Sight
import SightConcurrency

/// Runs asynchronous work and blocks the calling thread until the work is done.
///
/// The work runs on threads of its own. The calling thread may be one of the few threads that all
/// Swift tasks share. If all of these waited for work on the same threads, no work could start.
enum BlockingCall {
    /// Runs work and waits for its result.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(DetectionError) -> Value
    ) -> Result<Value, DetectionError> {
        let outcome = Guarded(
            Result<Value, DetectionError>.failure(
                DetectionError(.cancelled, "the work ended without a result")))
        let done = DispatchSemaphore(value: 0)
        let work: @Sendable () async -> Void = {
            do throws(DetectionError) {
                outcome.current = .success(try await body())
            } catch {
                outcome.current = .failure(error)
            }
            done.signal()
        }
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            Task(executorPreference: QueueExecutor.shared) { await work() }
        } else {
            Task { await work() }
        }
        done.wait()
        return outcome.current
    }
}

/// Runs tasks on threads of Dispatch instead of the threads that all Swift tasks share.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class QueueExecutor: TaskExecutor {
    static let shared = QueueExecutor()
    private let queue = DispatchQueue(label: "sight.stream", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
