import ModelFixtures
import SightInference
import Testing

@Suite struct ArenaPlannerTests {
    private func request(_ byteCount: Int, _ lifetime: ClosedRange<Int>) -> ArenaPlanner.Request {
        ArenaPlanner.Request(byteCount: byteCount, lifetime: lifetime)
    }

    /// Plans as for the first graph of a model.
    private func plan(_ requests: [ArenaPlanner.Request]) -> (offsets: [Int], byteCount: Int) {
        var comparisons = ArenaPlanner.comparisonLimit
        return ArenaPlanner.plan(requests, comparisons: &comparisons)
    }

    private func aligned(_ byteCount: Int) -> Int { (byteCount + 63) / 64 * 64 }

    @Test func chainReusesMemory() {
        let plan = self.plan([
            request(100, 0...1), request(50, 1...2), request(100, 2...3), request(0, 0...3),
        ])
        #expect(plan.byteCount == 128 + 64)
        #expect(plan.offsets[0] == plan.offsets[2])
        #expect(self.plan([]).byteCount == 0)
    }

    /// The smallest gap that fits is taken, not the first.
    @Test func bestGap() {
        let plan = self.plan([
            request(640, 0...9), request(512, 0...4), request(448, 0...9), request(384, 0...2),
            request(320, 0...9), request(256, 6...9),
        ])
        #expect(plan.byteCount == 640 + 512 + 448 + 384 + 320)
        #expect(plan.offsets[5] == plan.offsets[3])
    }

    /// For random lifetimes, buffers in use at the same time never overlap, all are aligned, and
    /// the arena's size is between the peak of use and the sum of all sizes.
    @Test(arguments: 0..<200)
    func properties(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let requests = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
            let first = Int.random(in: 0..<40, using: &generator)
            let last = first + Int.random(in: 0..<12, using: &generator)
            return request(Int.random(in: 0...3000, using: &generator), first...last)
        }
        let (offsets, byteCount) = plan(requests)
        for (index, first) in requests.enumerated() where first.byteCount > 0 {
            #expect(offsets[index] % 64 == 0)
            #expect(offsets[index] + first.byteCount <= byteCount)
            for other in requests.indices.dropFirst(index + 1) {
                let second = requests[other]
                guard second.byteCount > 0, first.lifetime.overlaps(second.lifetime) else {
                    continue
                }
                #expect(
                    offsets[index] + first.byteCount <= offsets[other]
                        || offsets[other] + second.byteCount <= offsets[index], "seed \(seed)")
            }
        }
        let alive = (0..<60).map { step in
            requests.filter { $0.lifetime.contains(step) }.reduce(0) { $0 + aligned($1.byteCount) }
        }
        #expect(byteCount >= alive.max() ?? 0)
        #expect(byteCount <= requests.reduce(0) { $0 + aligned($1.byteCount) })
    }

    /// More buffers than are compared: those in use at the same time do not overlap either.
    @Test func manyBuffersDoNotOverlap() {
        var generator = SeededGenerator(seed: 1)
        let requests = (0..<10_240).map { _ in
            let first = Int.random(in: 0..<1000, using: &generator)
            let last = first + Int.random(in: 0..<20, using: &generator)
            return request(Int.random(in: 0...3000, using: &generator), first...last)
        }
        let (offsets, byteCount) = plan(requests)
        for step in 0..<1020 {
            let alive = requests.indices.filter {
                requests[$0].byteCount > 0 && requests[$0].lifetime.contains(step)
            }
            var end = 0
            for index in alive.sorted(by: { offsets[$0] < offsets[$1] }) {
                #expect(offsets[index] >= end && offsets[index] % 64 == 0, "step \(step)")
                end = offsets[index] + requests[index].byteCount
            }
            #expect(end <= byteCount)
        }
        #expect(byteCount < requests.reduce(0) { $0 + aligned($1.byteCount) } / 4)
    }

    /// Several graphs share the comparisons: the requests of a later one may not be compared.
    @Test func comparisonsAreCounted() {
        let requests = [request(640, 0...1), request(64, 1...2), request(320, 2...3)]
        var comparisons = 10
        #expect(ArenaPlanner.plan(requests, comparisons: &comparisons).byteCount == 640 + 64)
        #expect(comparisons == 1)
        #expect(ArenaPlanner.plan(requests, comparisons: &comparisons).byteCount == 1024)
        #expect(comparisons == 1)
    }

    @Test(.timeLimit(.minutes(5))) func planningEndsForAnyNumber() {
        let count = 1 << 19
        let chain = plan((0..<count).map { request(1000, $0...($0 + 1)) })
        #expect(chain.byteCount == 2 * 1024)
        let atOnce = plan((0..<count).map { request(64 + $0, 0...count) })
        #expect(atOnce.byteCount >= count * 64)
    }
}
