import Foundation

/// A `Progress` that follows a download; it never runs backwards.
final class ProgressMeter: @unchecked Sendable {  // state under a lock
    // Sendable proof: `Progress` may be used from any thread; `isOver` is only touched under the
    // lock, which also keeps reports in order.

    let progress = Progress(totalUnitCount: 100)
    private let lock = NSLock()
    private var isOver = false

    /// Shows a state; the last byte waits for ``finish()``, because the file is not checked yet.
    func show(_ state: DownloadProgress) {
        lock.withLock {
            guard !isOver, let total = state.total, total > 0 else { return }
            progress.totalUnitCount = Int64(total)
            let completed = Int64(min(state.completed, total - 1))
            if completed > progress.completedUnitCount { progress.completedUnitCount = completed }
        }
    }

    /// Shows that the model is installed.
    func finish() {
        lock.withLock {
            isOver = true
            progress.completedUnitCount = progress.totalUnitCount
        }
    }

    /// Shows that nothing more will come.
    func fail() {
        lock.withLock { isOver = true }
        // Call `cancel` outside of the lock, because it runs observers and the handler.
        if !progress.isCancelled { progress.cancel() }
    }
}
