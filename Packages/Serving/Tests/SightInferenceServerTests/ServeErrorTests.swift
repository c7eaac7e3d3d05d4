import SightInferenceServer
import Testing

@Suite struct ServeErrorTests {
    /// The time in the message is as exact as a client's timeout.
    @Test(arguments: [
        (30, "30.0 s"), (0.5, "0.5 s"), (0.123_456_7, "0.123 s"), (0.000_164_251_999, "164"),
        (0.000_000_9, "1"), (1e12, "1000000000.0 s"),
    ])
    func timesAreShort(seconds: Double, text: String) {
        let unit = text.hasSuffix("s") ? "" : " microseconds"
        #expect(ServeError.late(seconds).message == "not done within \(text)\(unit)")
    }
}
