import Foundation
import SightDropIn
import Testing

@Suite struct PipelinePoolTests {
    private func configuration(_ count: Int) -> DetectorConfiguration {
        var configuration = DetectorConfiguration()
        configuration.maximumObjectCount = count
        return configuration
    }

    @Test func theNextDetectorTakesOver() {
        let pool = PipelinePool()
        let first = ObjectIdentifier(pool.take(configuration(1)).pipeline)
        #expect(ObjectIdentifier(pool.take(configuration(1)).pipeline) == first)
        #expect(ObjectIdentifier(pool.take(configuration(2)).pipeline) != first)
    }

    @Test func detectorsThatLiveTogetherShareNothing() {
        let pool = PipelinePool()
        let (first, second) = (pool.take(configuration(3)), pool.take(configuration(3)))
        #expect(first.pipeline !== second.pipeline)
    }

    @Test func aReplacedModelIsLoadedAnew() throws {
        let pool = PipelinePool()
        let path = try ScratchFiles.file([1])
        var configuration = configuration(4)
        configuration.model = .file(path: path)
        let first = ObjectIdentifier(pool.take(configuration).pipeline)
        #expect(ObjectIdentifier(pool.take(configuration).pipeline) == first)
        try Data([1, 2]).write(to: URL(fileURLWithPath: path))
        #expect(ObjectIdentifier(pool.take(configuration).pipeline) != first)
    }
}
