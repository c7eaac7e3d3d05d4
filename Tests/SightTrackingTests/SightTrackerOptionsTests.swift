import SightTracking
import Testing

@Suite struct SightTrackerOptionsTests {
    @Test func theDefaultsSuitAThresholdOfAHalf() {
        #expect(SightTrackerOptions(detectorThreshold: 0.5) == SightTrackerOptions())
    }

    @Test(arguments: [nil, 0, -1, 1.5, .nan] as [Float?])
    func noThresholdMeansTheDefaults(threshold: Float?) {
        #expect(SightTrackerOptions(detectorThreshold: threshold) == SightTrackerOptions())
    }

    @Test(arguments: [0.01, 0.2, 0.4, 0.95, 1] as [Float])
    func objectsStartFromTheThreshold(threshold: Float) {
        let options = SightTrackerOptions(detectorThreshold: threshold)
        #expect(options.birthScore == threshold)
        #expect(options.highScore >= threshold && options.highScore <= 1)
        #expect(options.minimumScore < threshold)
    }
}
