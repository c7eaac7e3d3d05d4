import SightTesting
import SightTracking
import Testing

/// The trackers of the package pass the public contract suite.
@Suite struct TrackerContractTests {
    @Test(arguments: TrackerKind.allCases)
    func keepsEveryPromise(kind: TrackerKind) {
        #expect(TrackerContract.violations { kind.makeTracker() } == [])
    }
}
