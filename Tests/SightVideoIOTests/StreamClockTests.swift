import SightTracking
import SightVideoIO
import Testing

@Suite struct StreamClockTests {
    private static func times(_ stated: [Double?], nominal: Double = 1) -> ([Double], Int) {
        var clock = StreamClock()
        return (stated.map { clock.time($0, nominal: nominal) }, clock.repairedCount)
    }

    @Test func startsAtZeroAndKeepsVariableRates() {
        #expect(Self.times([5, 5.5, 7, 20]) == ([0, 0.5, 2, 15], 0))
    }

    @Test func missingTimesGoOnAtTheNominalRate() {
        #expect(Self.times([nil, nil, nil]) == ([0, 1, 2], 2))
    }

    @Test func repeatedTimesMoveALittle() {
        #expect(Self.times([0, 0, 1, 1, 2]) == ([0, 0.25, 1, 1.25, 2], 2))
    }

    @Test func oneEarlyFrameDoesNotShiftTheRest() {
        #expect(Self.times([0, 1, 0.5, 2]) == ([0, 1, 1.25, 2], 1))
    }

    @Test func aLongWayBackIsANewStart() {
        #expect(Self.times([100, 101, 0, 1, 2]) == ([0, 1, 2, 3, 4], 1))
    }

    /// A damaged time of a live source shifts the later ones by no more than a frame, and a new
    /// encoder's clock goes on where the old one ended.
    @Test func liveTimesDoNotLeap() {
        var clock = StreamClock(limit: StreamClock.liveStep)
        var times: [Double] = []
        let stated: [Double] = [10, 11, 95_000, 12, 13, 50_000, 50_001, 50_009]
        for (index, time) in stated.enumerated() {
            times.append(clock.time(time, nominal: 1, arrival: Double(index)))
        }
        #expect(times == [0, 1, 2, 3, 4, 5, 6, 14])
    }

    /// A pause is real if the frame arrives as late as its time says.
    @Test func liveTimesKeepRealPauses() {
        var clock = StreamClock(limit: StreamClock.liveStep)
        #expect(clock.time(10, nominal: 1, arrival: 100) == 0)
        #expect(clock.time(70, nominal: 1, arrival: 155) == 60)
        #expect(clock.time(130, nominal: 1, arrival: 160) == 61)
    }

    @Test func anOutageKeepsItsLength() {
        var clock = StreamClock()
        #expect(clock.time(3, nominal: 0.5) == 0)
        clock.expectRestart(after: 20)
        #expect(clock.time(0, nominal: 0.5) == 20)
        #expect(clock.time(1, nominal: 0.5) == 21)
    }

    @Test func anExpectedRestartKeepsTheTimesRising() {
        var clock = StreamClock()
        #expect(clock.time(3, nominal: 0.5) == 0)
        clock.expectRestart()
        #expect(clock.time(1000, nominal: 0.5) == 0.5)
        #expect(clock.time(1001, nominal: 0.5) == 1.5)
    }

    @Test func absurdTimesCountAsMissing() {
        let (times, repaired) = Self.times([0, .nan, .infinity, 1e300, 4])
        #expect(times == [0, 1, 2, 3, 4])
        #expect(repaired == 3)
    }

    /// For any times of a stream, their nanoseconds fit an `Int64`.
    @Test func timesStayInRange() {
        var clock = StreamClock()
        var last = -1.0
        for index in 0..<20_000 {
            let stated = Double(index % 100) * 9e9 - (index % 3 == 0 ? 9e11 : 0)
            let time = clock.time(stated, nominal: index % 7 == 0 ? 1e300 : 9e7)
            #expect(time > last && time * 1e9 < 9.2e18)
            last = time
        }
    }

    /// A stream may state 10⁹ frames per second, or times that lie closer than nanoseconds.
    @Test func framesOfOneNanosecondDiffer() {
        for stated in [nil, 0, 1e-10] as [Double?] {
            var clock = StreamClock()
            var last = FrameTime.seconds(-1)
            for index in 0..<100 {
                let time = clock.time(stated.map { $0 * Double(index) }, nominal: 1e-9)
                #expect(FrameTime.seconds(time) > last)
                last = .seconds(time)
            }
        }
    }

    @Test func aLeapIsNoStep() {
        #expect(Self.times([0, 1, 1e11, 1e11 + 1]) == ([0, 1, 2, 3], 1))
    }

    @Test func timesAlwaysRise() {
        var generator = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0 ... .max, using: &generator)
        var state = seed
        var clock = StreamClock()
        var last = -1.0
        for _ in 0..<2000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let stated = Double(state >> 40) / 1e4
            let time = clock.time(state & 7 == 0 ? nil : stated, nominal: 0.04)
            #expect(time > last, "seed \(seed)")
            last = time
        }
    }
}
