/// Work that other threads of a pool do while the current thread continues.
///
/// The current thread does it itself if there are no other threads, or if they are busy.
///
/// Only one thread may use it.
final class PendingWork {
    private typealias Task = () -> Void

    private let pool: WorkerPool
    /// The tasks, which must not move in memory while workers read them.
    private let tasks: UnsafeMutablePointer<Task>
    private var count = 0
    private var isOpen = false

    /// The largest number of waiting tasks; adding one more first waits until all of them are done.
    private static let capacity = 512

    /// Whether other threads may do the work.
    var isShared: Bool { pool.threadCount > 1 }

    init(pool: WorkerPool) {
        self.pool = pool
        tasks = .allocate(capacity: Self.capacity)
    }

    deinit {
        finish()
        tasks.deallocate()
    }

    /// Runs `task` once, on any thread, before ``finish()`` returns.
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

    /// Waits until all work is done.
    func finish() {
        guard isOpen else { return }
        pool.finish()
        tasks.deinitialize(count: count)
        (count, isOpen) = (0, false)
    }
}
