import Sight
import Testing

@Suite struct ReserveTests {
    @Test func valuesAreTakenOnce() {
        let reserve = Reserve<Int>(limit: 4)
        #expect(reserve.take() == nil)
        reserve.putBack(7)
        #expect(reserve.take() == 7)
        #expect(reserve.take() == nil)
    }

    /// Otherwise a burst of work would keep its memory for ever.
    @Test func valuesBeyondTheLimitAreReleased() {
        final class Memory {}
        let reserve = Reserve<Memory>(limit: 2)
        weak var last: Memory?
        for _ in 0..<3 {
            let memory = Memory()
            reserve.putBack(memory)
            last = memory
        }
        #expect(last == nil)
        #expect(reserve.take() != nil)
        #expect(reserve.take() != nil)
        #expect(reserve.take() == nil)
    }
}
