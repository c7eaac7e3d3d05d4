import Dispatch
import SightConcurrency
import Testing

@Suite struct GuardedTests {
    @Test func changesOfManyThreadsAllCount() {
        let number = Guarded(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1000 { number.withLock { $0 += 1 } }
        }
        #expect(number.current == 8000)
    }

    @Test func errorsOfTheBodyKeepTheirTypeAndFreeTheLock() {
        struct Refusal: Error, Equatable {}
        let number = Guarded(1)
        #expect(throws: Refusal()) {
            try number.withLock { value throws(Refusal) in
                value = 2
                throw Refusal()
            }
        }
        #expect(number.current == 2)
    }
}
