import SightTesting
import SightTracking
import Testing

/// The trackers of the package against the suite that trackers of others run, too.
@Suite struct TrackerContractTests {
    @Test(arguments: TrackerKind.allCases)
    func keepsEveryPromise(kind: TrackerKind) {
        #expect(TrackerContract.violations { kind.makeTracker() } == [])
    }
}
