/// The policy for retries of failed requests.
///
/// The waits double from `firstDelay` to `longestDelay`. Each wait is a random value between half
/// of its length and all of it, so that clients that failed together do not retry together. If the
/// server asks for a longer wait, that wait is used, up to `longestDelay`; if it asks for more, the
/// request fails.
public struct RetryPolicy: Sendable {
    /// The number of attempts, including the first; at least 1.
    public var attempts: Int
    /// The first wait, in seconds.
    public var firstDelay: Double
    /// The longest wait, in seconds.
    public var longestDelay: Double
    /// Waits; tests replace it with a clock of their own.
    package var sleep: @Sendable (_ seconds: Double) async throws -> Void
    /// Returns a random number in 0..<1.
    package var random: @Sendable () -> Double

    /// Creates a policy; the default is five attempts with waits from half a second to 30 seconds.
    public init(
        attempts: Int = 5, firstDelay: Double = 0.5, longestDelay: Double = 30
    ) {
        self.attempts = max(1, attempts)
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
        sleep = { try await Task.sleep(seconds: $0) }
        random = { Double.random(in: 0..<1) }
    }

    /// Returns the seconds to wait after a failure; `nil` if the failure is final.
    package func delay(after error: ModelDeliveryError, attempt: Int) -> Double? {
        guard error.isTransient, attempt < attempts else { return nil }
        var delay = firstDelay
        for _ in 1..<max(1, attempt) where delay < longestDelay { delay *= 2 }
        delay = min(delay, longestDelay)
        let jittered = delay / 2 + delay * (random() / 2)
        guard let wish = error.retryAfter, wish > jittered else { return jittered }
        return wish <= longestDelay ? wish : nil
    }

    /// Runs a body until it succeeds or its failure is final.
    package func run<Value>(_ body: () async throws(ModelDeliveryError) -> Value)
        async throws(ModelDeliveryError) -> Value
    {
        var attempt = 1
        while true {
            do throws(ModelDeliveryError) {
                return try await body()
            } catch {
                guard let delay = delay(after: error, attempt: attempt) else { throw error }
                do { try await sleep(delay) } catch { throw .cancelled }
                attempt += 1
            }
        }
    }
}
