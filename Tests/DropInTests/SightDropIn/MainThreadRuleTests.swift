import SightDropIn
import Testing

@Suite struct MainThreadRuleTests {
    @Test func otherThreadsAreFree() throws {
        #expect(!MainThreadRule.isOnMainQueue)
        try MainThreadRule.check("results(in:)")
    }

    @Test @MainActor func theMainQueueIsRecognised() {
        #expect(MainThreadRule.isOnMainQueue)
        guard MainThreadRule.current == .fail else { return }  // debug builds stop
        #expect(throws: DropInError.self) { try MainThreadRule.check("results(in:)") }
    }
}
