import Foundation
import SightInference

extension WorkerPool {
    /// Threads for a wish: as many as wanted, up to 64.
    ///
    /// Without a wish, or with less than 1, one for each processor, up to 4: small models gain
    /// nothing from more.
    convenience init(wanting threadCount: Int?) {
        if let threadCount, threadCount > 0 {
            self.init(threadCount: min(threadCount, 64))
        } else {
            self.init(threadCount: min(ProcessInfo.processInfo.activeProcessorCount, 4))
        }
    }
}
