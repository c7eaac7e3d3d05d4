import Foundation

/// The states of a `Progress`, read until its end as a progress view reads them.
struct ProgressLog {
    let counts: [Int64]
    let total: Int64
    let isFinished: Bool

    init(watching progress: Progress) async throws {
        var counts = [progress.completedUnitCount]
        while !progress.isFinished, !progress.isCancelled {
            try await Task.sleep(for: .milliseconds(1))
            if let last = counts.last, progress.completedUnitCount != last {
                counts.append(progress.completedUnitCount)
            }
        }
        self.counts = counts
        total = progress.totalUnitCount
        isFinished = progress.isFinished
    }
}
