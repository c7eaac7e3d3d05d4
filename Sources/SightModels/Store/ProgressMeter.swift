package import Foundation
import SightConcurrency

/// A `Progress` that follows a download and never runs backwards.
package final class ProgressMeter: Sendable {
    /// The progress that views observe.
    package let progress: Progress

    private struct State: Sendable {
        var isOver = false
        /// Whether the progress counts the bytes of the file.
        var isSized = false
    }

    /// The lock also keeps the reports in order.
    private let state = Guarded(State())

    /// Makes a meter, which counts hundredths until the size of the file is known.
    package init(_ progress: Progress = Progress(totalUnitCount: 100)) { self.progress = progress }

    /// Shows a progress; the last byte waits for ``finish()``, because the file is not checked yet.
    ///
    /// The first known size is the total. If the server later announces another one, the fraction
    /// of that size is shown.
    package func show(_ report: DownloadProgress) {
        state.withLock { state in
            guard !state.isOver, let total = report.total, total > 0 else { return }
            if !state.isSized {
                state.isSized = true
                progress.totalUnitCount = Int64(total)
            }
            let units = progress.totalUnitCount
            var completed = Int64(min(max(report.completed, 0), total))
            if units != Int64(total) {
                let scaled = Double(completed) / Double(total) * Double(units)
                completed = Int64(exactly: scaled.rounded(.down)) ?? 0
            }
            completed = min(completed, units - 1)
            if completed > progress.completedUnitCount { progress.completedUnitCount = completed }
        }
    }

    /// Shows that the model is installed.
    func finish() {
        state.withLock { state in
            state.isOver = true
            progress.completedUnitCount = progress.totalUnitCount
        }
    }

    /// Shows that the download has failed.
    func fail() {
        state.withLock { $0.isOver = true }
        // Call `cancel` outside of the lock, because it runs observers and the handler.
        if !progress.isCancelled { progress.cancel() }
    }
}
