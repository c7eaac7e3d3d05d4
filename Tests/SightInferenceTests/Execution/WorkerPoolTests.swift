import Foundation
import SightInference
import Testing

@Suite struct WorkerPoolTests {
    /// Runs `count` tasks that each raise their own counter; returns the counters.
    private static func counters(_ pool: WorkerPool, _ count: Int) -> [UInt8] {
        var counters = [UInt8](repeating: 0, count: count)
        counters.withUnsafeMutableBytes { bytes in
            pool.run(count, context: bytes.baseAddress) { context, index in
                guard let context else { return }
                (context.assumingMemoryBound(to: UInt8.self) + index).pointee += 1
            }
        }
        return counters
    }

    @Test(arguments: [-3, 0, 1, 2, 3, 8])
    func everyTaskOnce(threadCount: Int) {
        let pool = WorkerPool(threadCount: threadCount)
        #expect(pool.threadCount == max(1, threadCount))
        for count in [0, 1, 2, 3, 7, 8, 9, 100, 1000] {
            #expect(Self.counters(pool, count) == [UInt8](repeating: 1, count: count))
        }
    }

    /// The memory for these threads overflowed.
    @Test func thereAreNoMoreThreadsThanSense() {
        let pool = WorkerPool(threadCount: .max)
        #expect(pool.threadCount == WorkerPool.maximumThreadCount)
        #expect(Self.counters(pool, 1000) == [UInt8](repeating: 1, count: 1000))
    }

    /// Jobs in quick succession and after pauses long enough for the workers to sleep.
    @Test func sleepAndWake() {
        let pool = WorkerPool(threadCount: 4)
        for round in 0..<300 {
            #expect(Self.counters(pool, 16).allSatisfy { $0 == 1 })
            if round % 30 == 0 { Thread.sleep(forTimeInterval: 0.002) }
        }
    }

    @Test func severalCallers() async {
        let pool = WorkerPool(threadCount: 4)
        let isGood = await withTaskGroup(of: Bool.self) { group in
            for caller in 0..<6 {
                group.addTask {
                    (0..<100).allSatisfy { _ in
                        Self.counters(pool, 20 + caller).allSatisfy { $0 == 1 }
                    }
                }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(isGood)
    }

    /// A worker of a new pool may find that others have taken all its tasks.
    ///
    /// Such a worker read the number of threads without having acquired it, and the thread sanitizer
    /// reported a data race.
    @Test func firstJobsOfNewPools() {
        for _ in 0..<100 {
            let pool = WorkerPool(threadCount: 5)
            for _ in 0..<20 {
                #expect(Self.counters(pool, 7) == [UInt8](repeating: 1, count: 7))
            }
        }
    }

    @Test func manyPools() {
        for threadCount in 1...20 {
            #expect(Self.counters(WorkerPool(threadCount: threadCount), 3) == [1, 1, 1])
        }
    }
}
