import Foundation
import SightModels
import Testing

@Suite struct ProgressMeterTests {
    private let meter = ProgressMeter()

    private func show(_ completed: Int, _ total: Int?) {
        meter.show(DownloadProgress(completed: completed, total: total))
    }

    @Test func bytesOfUnknownSizeShowNothing() {
        show(5_000_000, nil)
        #expect(meter.progress.totalUnitCount == 100 && meter.progress.completedUnitCount == 0)
        show(10, 0)
        #expect(meter.progress.totalUnitCount == 100 && meter.progress.completedUnitCount == 0)
        show(250, 1000)
        #expect(meter.progress.totalUnitCount == 1000)
        #expect(meter.progress.completedUnitCount == 250)
    }

    @Test func theLastByteWaits() {
        show(1000, 1000)
        #expect(meter.progress.completedUnitCount == 999 && !meter.progress.isFinished)
        show(.max, 1000)
        #expect(meter.progress.completedUnitCount == 999)
    }

    /// A download may start again, and a renewed manifest may announce another size.
    @Test func neverRunsBackwards() {
        var last = 0.0
        for (completed, total) in [
            (900, 1000), (0, 1000), (-5, 1000), (1, 5000), (4600, 5000), (0, 10), (10, 10),
            (.max, .max),
        ] {
            show(completed, total)
            let fraction = meter.progress.fractionCompleted
            #expect(fraction >= last && fraction < 1, "\(completed) of \(total)")
            last = fraction
        }
        #expect(meter.progress.totalUnitCount == 1000)
    }
}
