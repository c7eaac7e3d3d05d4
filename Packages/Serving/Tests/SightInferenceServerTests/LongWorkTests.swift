import SightInferenceServer
import SightServerSupport
import Testing

/// Work on many bytes, which must not occupy the threads of tasks.
@Suite struct LongWorkTests {
    @Test(arguments: [(100, false), (1 << 20, true)])
    func longWorkHasThreadsOfItsOwn(count: Int, isLong: Bool) async throws {
        let work = LongWork(ServeSettings())
        defer { work.close() }
        let held = HeldBytes(ByteBudget(limit: 10), PeerAddress("10.0.0.1"))
        let isOutsideOfTasks = try await work.run(count, holding: held) {
            withUnsafeCurrentTask { $0 == nil }
        }
        #expect(isOutsideOfTasks == isLong)
    }

    @Test func errorsAreHandedOver() async throws {
        let work = LongWork(ServeSettings())
        defer { work.close() }
        let held = HeldBytes(ByteBudget(limit: 10), PeerAddress("10.0.0.1"))
        let error = await #expect(throws: ServeError.self) {
            try await work.run(1 << 20, holding: held) { throw ServeError(.invalid, "bad") }
        }
        #expect(error?.message == "bad")
    }
}
