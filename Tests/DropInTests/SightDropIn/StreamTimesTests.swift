import Sight
import SightDropIn
import Testing

@Suite struct StreamTimesTests {
    /// Returns the times of frames, in seconds, and the numbers of those that start a new stream.
    private func times(_ frames: [(stated: Double?, arrival: Double)])
        -> (seconds: [Double], starts: [Int])
    {
        var times = StreamTimes()
        let all = frames.map { times.next(stated: $0.stated, arrival: $0.arrival) }
        return (
            all.map(\.time.seconds), all.indices.filter { all[$0].isNewStream }
        )
    }

    @Test func statedTimesCount() {
        let (seconds, starts) = times([(0, 5000), (0.5, 5000.1), (0.5, 5000.2), (1, 5000.3)])
        #expect(seconds == [0, 0.5, 0.500000001, 1])
        #expect(starts.isEmpty)
    }

    /// Frames without a time take the seconds between their arrivals.
    @Test func arrivalsFillGaps() {
        let (seconds, starts) = times([(0, 5000), (nil, 5000.25), (.nan, 5000.5), (1, 5002)])
        #expect(seconds == [0, 0.25, 0.5, 1])
        #expect(starts.isEmpty)
    }

    /// A frame without a time that comes late does not let the next times run backwards.
    @Test func lateArrivalsShiftTimes() {
        let (seconds, starts) = times([
            (0, 5000), (nil, 5004), (0.5, 5004.25), (1, 5004.5), (1.5, 5004.75),
        ])
        #expect(seconds == [0, 4, 4.25, 4.75, 5.25])
        #expect(starts.isEmpty)
    }

    /// A stream that begins without times goes on when its frames state some.
    @Test func timesThatBeginLateAreShifted() {
        let (seconds, starts) = times([
            (nil, 5000), (nil, 5000.25), (0.5, 5000.5), (0.75, 5000.5), (nil, 5001), (1.5, 5001),
        ])
        #expect(seconds == [5000, 5000.25, 5000.5, 5000.75, 5001.25, 5001.5])
        #expect(starts.isEmpty)
    }

    /// Calls of several threads may come in another order than their arrivals.
    @Test func arrivalsThatRunBackwardsAreNoNewStream() {
        let (seconds, starts) = times([(nil, 5000), (nil, 4999), (nil, 5000.5)])
        #expect(seconds == [5000, 5000.000000001, 5000.500000001])
        #expect(starts.isEmpty)
    }

    @Test func statedTimesThatRunBackwardsStartAStream() {
        let (seconds, starts) = times([
            (nil, 5000), (7, 5000.5), (3, 5001), (3.5, 5001), (nil, 5001.5), (3, 5002),
        ])
        #expect(seconds == [5000, 5000.5, 3, 3.5, 4, 3])
        #expect(starts == [2, 5])
    }

    @Test(arguments: [-9.2e9, 0, 9.2e9, .infinity, .nan, 1e300])
    func anyTimesAreInOrder(_ far: Double) {
        var times = StreamTimes()
        var last: FrameTime?
        for stated in [0, far, nil, far, -far, nil, far, 1, nil] {
            let (time, isNewStream) = times.next(stated: stated, arrival: far)
            if let last { #expect(time > last || isNewStream) }
            last = time
        }
    }
}
