import SightConcurrency
import Testing

@Suite struct ProcessorCountTests {
    @Test func thereIsAProcessor() { #expect(ProcessorCount.available >= 1) }

    @Test(arguments: [
        ("max 100000\n", nil), ("100000 100000\n", 1), ("150000 100000", 2), ("5000 100000", 1),
        ("6400000 100000\n", 64), ("", nil), ("100000", nil), ("0 100000", nil), ("100000 0", nil),
        ("-1 100000", nil), ("9999999999999999999 1", nil), ("100000 100000 1", nil),
    ])
    func limitsAreRoundedUp(text: String, processors: Int?) {
        #expect(ProcessorCount.limit(in: text) == processors)
    }
}
