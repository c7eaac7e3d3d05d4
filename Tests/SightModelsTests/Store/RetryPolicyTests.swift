import SightModels
import Testing

@Suite struct RetryPolicyTests {
    private let busy = ModelDeliveryError(.resourceExhausted, "busy", detail: RetryAdvice())

    private func policy(random: Double) -> RetryPolicy {
        var policy = RetryPolicy(attempts: 8, firstDelay: 1, longestDelay: 10)
        policy.random = { random }
        return policy
    }

    @Test func waitsDoubleUpToTheLimit() {
        let waits = (1...7).map { policy(random: 1).delay(after: busy, attempt: $0) }
        #expect(waits == [1, 2, 4, 8, 10, 10, 10])
        #expect(policy(random: 0).delay(after: busy, attempt: 2) == 1)
        #expect(policy(random: 1).delay(after: busy, attempt: 8) == nil)
    }

    @Test func finalFailuresAreFinal() {
        let failure = ModelDeliveryError(.notFound, "no")
        #expect(policy(random: 0).delay(after: failure, attempt: 1) == nil)
    }

    @Test func theServersWishCounts() {
        func wish(_ seconds: Double) -> ModelDeliveryError {
            ModelDeliveryError(
                .resourceExhausted, "busy", detail: RetryAdvice(after: seconds))
        }
        #expect(policy(random: 0).delay(after: wish(7), attempt: 1) == 7)
        #expect(policy(random: 1).delay(after: wish(0), attempt: 1) == 1)
        #expect(policy(random: 0).delay(after: wish(3600), attempt: 1) == nil)
    }
}
