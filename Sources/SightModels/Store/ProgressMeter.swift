import Foundation
import SightConcurrency

/// A `Progress` that follows a download and never runs backwards.
final class ProgressMeter: Sendable {
    let progress = Progress(totalUnitCount: 100)
    /// The lock also keeps the reports in order.
    private let isOver = Guarded(false)

    /// Shows a progress; the last byte waits for ``finish()``, because the file is not checked yet.
    func show(_ state: DownloadProgress) {
        isOver.withLock { isOver in
            guard !isOver, let total = state.total, total > 0 else { return }
            progress.totalUnitCount = Int64(total)
            let completed = Int64(min(state.completed, total - 1))
            if completed > progress.completedUnitCount { progress.completedUnitCount = completed }
        }
    }

    /// Shows that the model is installed.
    func finish() {
        isOver.withLock { isOver in
            isOver = true
            progress.completedUnitCount = progress.totalUnitCount
        }
    }

    /// Shows that the download has failed.
    func fail() {
        isOver.current = true
        // Call `cancel` outside of the lock, because it runs observers and the handler.
        if !progress.isCancelled { progress.cancel() }
    }
}
