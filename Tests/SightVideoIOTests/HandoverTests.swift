import Foundation
import SightVideoIO
import Testing

@Suite struct HandoverTests {
    @Test func aThreadFeedsATask() async {
        let handover = Handover<Int>(capacity: 2)
        Thread.detachNewThread {
            for number in 0..<500 { _ = handover.put(number) }
            handover.close()
        }
        var taken: [Int] = []
        while let number = await handover.take() { taken.append(number) }
        #expect(taken == Array(0..<500))
    }

    @Test func aTaskFeedsAThread() async {
        let handover = Handover<Int>(capacity: 2)
        let sums = Handover<Int>(capacity: 1)
        Thread.detachNewThread {
            var sum = 0
            while let number = handover.take() { sum += number }
            _ = sums.put(sum)
        }
        for number in 0..<500 { #expect(await handover.put(number)) }
        handover.close()
        #expect(await sums.take() == 124_750)
        #expect(await !handover.put(1))
    }

    @Test func theNewestWins() async {
        let handover = Handover<Int>(capacity: 1)
        #expect(handover.putNewest(1) == (false, true))
        #expect(handover.putNewest(2) == (true, true))
        #expect(await handover.take() == 2)
        #expect(handover.putNewest(3) == (false, true))
        handover.close()
        // A closed queue keeps what it has accepted.
        #expect(handover.putNewest(4) == (false, false))
        #expect(await handover.take() == 3)
        #expect(handover.putNewest(5) == (false, false))
        #expect(await handover.take() == nil)
    }

    @Test func cancellationEndsTheWait() async {
        let handover = Handover<Int>(capacity: 1)
        let waiting = Task { await handover.take() }
        try? await Task.sleep(nanoseconds: 5_000_000)
        waiting.cancel()
        #expect(await waiting.value == nil)
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return await handover.take()
        }
        late.cancel()
        #expect(await late.value == nil)
    }

    /// A cancellation and an element that come at the same moment: the wait ends, and the element is
    /// either taken or still there.
    @Test(.timeLimit(.minutes(5))) func cancellationMeetsAnElement() async {
        for number in 0..<500 {
            let handover = Handover<Int>(capacity: 1)
            let waiting = Task { await handover.take() }
            let adding = Task.detached { handover.putNewest(number).isOpen }
            waiting.cancel()
            #expect(await adding.value)
            let taken = await waiting.value
            handover.close()
            let left = await handover.take()
            #expect([taken, left].compactMap { $0 } == [number])
        }
    }

    /// Each element goes to one of the waiting tasks, in the order of their calls, and the end of
    /// the queue ends the others.
    @Test(.timeLimit(.minutes(5))) func severalTasksTake() async {
        let handover = Handover<Int>(capacity: 1)
        let taking = await Self.tasks(4, of: handover) { _ in await handover.take() }
        #expect(await handover.put(7))
        #expect(handover.putNewest(8) == (false, true))
        handover.close()
        var taken: [Int?] = []
        for task in taking { taken.append(await task.value) }
        #expect(taken == [7, 8, nil, nil])
        #expect(handover.waitingCount == 0)
    }

    @Test(.timeLimit(.minutes(5))) func aCancelledTaskEndsAlone() async {
        let handover = Handover<Int>(capacity: 1)
        let taking = await Self.tasks(3, of: handover) { _ in await handover.take() }
        taking[1].cancel()
        #expect(await taking[1].value == nil)
        #expect(handover.waitingCount == 2)
        for number in [7, 8] { #expect(await handover.put(number)) }
        #expect(await taking[0].value == 7)
        #expect(await taking[2].value == 8)
    }

    @Test(.timeLimit(.minutes(5))) func severalTasksPut() async {
        let handover = Handover<Int>(capacity: 1)
        #expect(await handover.put(0))
        let putting = await Self.tasks(8, of: handover) { await handover.put(1 + $0) }
        for number in 0...5 { #expect(await handover.take() == number) }
        handover.close()
        var accepted: [Bool] = []
        for task in putting { accepted.append(await task.value) }
        #expect(accepted == [true, true, true, true, true, true, false, false])
        #expect(await handover.take() == 6)
        #expect(await handover.take() == nil)
    }

    /// The last element comes after those of the tasks that wait for room.
    @Test(.timeLimit(.minutes(5))) func theLastElementClosesTheQueue() async {
        let handover = Handover<Int>(capacity: 1)
        #expect(await handover.put(0))
        let putting = await Self.tasks(2, of: handover) { await handover.put(1 + $0) }
        #expect(handover.close(after: 9))
        for task in putting { #expect(await task.value) }
        #expect(await !handover.put(3))
        #expect(!handover.close(after: 4))
        for number in [0, 1, 2, 9] { #expect(await handover.take() == number) }
        #expect(await handover.take() == nil)
    }

    /// One of the waiting tasks gets the last element, and the others end.
    @Test(.timeLimit(.minutes(5))) func theLastElementIsTaken() async {
        let handover = Handover<Int>(capacity: 1)
        let taking = await Self.tasks(2, of: handover) { _ in await handover.take() }
        #expect(handover.close(after: 7))
        #expect(await taking[0].value == 7)
        #expect(await taking[1].value == nil)
        #expect(await handover.take() == nil)
    }

    /// Starts tasks one after the other, each when the one before waits for the queue.
    private static func tasks<Value: Sendable>(
        _ count: Int, of handover: Handover<Int>,
        _ body: @escaping @Sendable (Int) async -> Value
    ) async -> [Task<Value, Never>] {
        var tasks: [Task<Value, Never>] = []
        for index in 0..<count {
            tasks.append(Task { await body(index) })
            while handover.waitingCount <= index { await Task.yield() }
        }
        return tasks
    }

    @Test func closingEndsASleep() async {
        let handover = Handover<Int>(capacity: 1)
        Thread.detachNewThread { handover.close() }
        #expect(!handover.sleep(until: .now() + 60))
        let open = Handover<Int>(capacity: 1)
        #expect(open.sleep(until: .now() + 0.002))
    }
}
