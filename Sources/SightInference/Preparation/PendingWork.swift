/// Work that the workers of a pool do while the thread that finds it goes on; done at once where
/// there are no workers, or others have them.
///
/// Lives on one thread.
final class PendingWork {
    private typealias Task = () -> Void

    private let pool: WorkerPool
    /// Where workers find the tasks, which must not move meanwhile.
    private let tasks: UnsafeMutablePointer<Task>
    private var count = 0
    private var isOpen = false

    /// Tasks that wait at most; one more waits for them all.
    private static let capacity = 512

    /// Whether other threads may do it.
    var isShared: Bool { pool.threadCount > 1 }

    init(pool: WorkerPool) {
        self.pool = pool
        tasks = .allocate(capacity: Self.capacity)
    }

    deinit {
        finish()
        tasks.deallocate()
    }

    /// Does `task` once, on any thread, before ``finish()`` returns.
    func add(_ task: @escaping () -> Void) {
        if count == Self.capacity { finish() }
        if !isOpen {
            isOpen = pool.open(context: tasks) { tasks, index in
                tasks?.assumingMemoryBound(to: Task.self)[index]()
            }
        }
        guard isOpen else { return task() }
        (tasks + count).initialize(to: task)
        count += 1
        pool.offer()
    }

    /// Returns when all is done.
    func finish() {
        guard isOpen else { return }
        pool.finish()
        tasks.deinitialize(count: count)
        (count, isOpen) = (0, false)
    }
}
