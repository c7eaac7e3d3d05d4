import SightConcurrency
import SightInference

extension WorkerPool {
    /// Makes a pool with the requested number of threads, up to 64.
    ///
    /// For `nil` or a number below 1, the pool has one thread for each processor, up to 4, because
    /// small models gain nothing from more.
    convenience init(wanting threadCount: Int?) {
        if let threadCount, threadCount > 0 {
            self.init(threadCount: min(threadCount, 64))
        } else {
            self.init(threadCount: min(ProcessorCount.available, 4))
        }
    }
}
