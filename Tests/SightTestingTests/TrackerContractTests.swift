import Sight
import SightTesting
import Testing

/// The contract suite finds trackers that break a rule.
@Suite struct TrackerContractTests {
    /// A correct tracker with one change.
    private struct Changed: Tracker {
        var tracker = ByteTrack()
        let change: @Sendable ([Track], inout ByteTrack) -> [Track]
        var acceptsAnyTime = false

        mutating func update(_ detections: [Detection], at time: FrameTime) throws(TrackingError)
            -> [Track]
        {
            do throws(TrackingError) {
                return change(try tracker.update(detections, at: time), &tracker)
            } catch {
                guard acceptsAnyTime else { throw error }
                return []
            }
        }

        mutating func reset() { tracker.reset() }
    }

    private func promises(
        acceptsAnyTime: Bool = false,
        _ change: @escaping @Sendable ([Track], inout ByteTrack) -> [Track]
    ) -> [String] {
        TrackerContract.violations {
            Changed(change: change, acceptsAnyTime: acceptsAnyTime)
        }.map(\.promise)
    }

    @Test func aGoodTrackerPasses() {
        #expect(promises { tracks, _ in tracks } == [])
    }

    @Test func wrongIdentitiesAreFound() {
        let negated = promises { tracks, _ in
            tracks.map { Track(id: -$0.id, box: $0.box, state: $0.state, score: $0.score) }
        }
        #expect(negated.contains("identities are positive"))
        let reversed = promises { tracks, _ in tracks.reversed() }
        #expect(reversed.contains("tracks come by ascending id, each id once"))
    }

    @Test func identitiesAfterAResetAreFound() {
        let found = promises { tracks, tracker in
            if tracks.count > 3 { tracker = ByteTrack() }
            return tracks
        }
        #expect(!found.isEmpty)
    }

    @Test func timeThatStandsStillIsFound() {
        let found = promises(acceptsAnyTime: true) { tracks, _ in tracks }
        #expect(found == ["a frame that is not later is refused"])
    }

    @Test func wrongScoresAndBoxesAreFound() {
        let scores = promises { tracks, _ in
            tracks.map { Track(id: $0.id, box: $0.box, state: $0.state, score: 2) }
        }
        #expect(scores.contains("scores of tracks are in 0…1"))
        let boxes = promises { tracks, _ in
            tracks.map {
                Track(
                    id: $0.id, box: Rect(x: .nan, y: 0, width: 1, height: 1), state: $0.state,
                    score: $0.score)
            }
        }
        #expect(boxes.contains("boxes of tracks are finite and have content"))
    }
}
