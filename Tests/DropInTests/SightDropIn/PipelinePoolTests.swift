import Dispatch
import Foundation
import Sight
import SightConcurrency
import SightDropIn
import Testing

@Suite struct PipelinePoolTests {
    private func configuration(_ count: Int) -> DetectorConfiguration {
        var configuration = DetectorConfiguration()
        configuration.maximumObjectCount = count
        return configuration
    }

    /// The pipeline of a new detector, which is released again.
    private func pipeline(_ configuration: DetectorConfiguration, from pool: PipelinePool)
        -> ObjectIdentifier
    {
        ObjectIdentifier(PipelineLease(configuration, from: pool).pipeline)
    }

    @Test func theNextDetectorTakesOver() {
        let pool = PipelinePool()
        let first = pipeline(configuration(1), from: pool)
        #expect(pipeline(configuration(1), from: pool) == first)
        #expect(pipeline(configuration(2), from: pool) != first)
    }

    /// A variable holds the detector before until the next one is made.
    @Test func aDetectorTakesItsPipelineWhenItIsUsed() {
        let pool = PipelinePool()
        var lease = PipelineLease(configuration(5), from: pool)
        let first = ObjectIdentifier(lease.pipeline)
        lease = PipelineLease(configuration(5), from: pool)
        #expect(ObjectIdentifier(lease.pipeline) == first)
        #expect(ObjectIdentifier(lease.pipeline) == first)
    }

    @Test func theThreadsOfADetectorShareItsPipeline() {
        let lease = PipelineLease(configuration(6), from: PipelinePool())
        let seen = Guarded<Set<ObjectIdentifier>>([])
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let pipeline = ObjectIdentifier(lease.pipeline)
            seen.withLock { _ = $0.insert(pipeline) }
        }
        #expect(seen.current.count == 1)
    }

    @Test func aModelThatIsNotUsedIsNotedOnce() throws {
        StubDefaults.install()
        let notes = Guarded<[String]>([])
        let pool = PipelinePool(log: DeveloperLog { text in notes.withLock { $0.append(text) } })
        let frame = try FrameSnapshot(TestImages.image(8, 8), orientation: .up)
        var configuration = configuration(7)
        configuration.mode = .singleImage
        _ = try PipelineLease(configuration, from: pool).pipeline.objects(in: frame)
        configuration.isClassificationEnabled = true
        _ = try PipelineLease(configuration, from: pool).pipeline.objects(in: frame)
        #expect(notes.current.isEmpty)
        configuration.isClassificationEnabled = false
        for path in ["/no/model.tflite", "/no/other.tflite"] {
            configuration.model = .file(path: path)
            _ = try PipelineLease(configuration, from: pool).pipeline.objects(in: frame)
        }
        #expect(notes.current.count == 1)
        #expect(notes.current.first?.contains("shouldEnableClassification") == true)
    }

    /// The files that a manifest names may be replaced while the manifest stays.
    @Test(arguments: ["model.tflite", "labels.txt"])
    func aReplacedFileOfAManifestIsSeen(name: String) throws {
        let folder = try ScratchFiles.folder()
        let text = #"{"modelFile": "model.tflite", "labelsFile": "labels.txt"}"#
        for (file, text) in [("manifest.json", text), ("model.tflite", "a"), ("labels.txt", "a")] {
            try Data(text.utf8).write(to: folder.appendingPathComponent(file))
        }
        var configuration = configuration(8)
        configuration.model = .manifest(
            path: folder.appendingPathComponent("manifest.json").path)
        let pool = PipelinePool()
        let first = pipeline(configuration, from: pool)
        #expect(pipeline(configuration, from: pool) == first)
        try Data("other".utf8).write(to: folder.appendingPathComponent(name))
        #expect(pipeline(configuration, from: pool) != first)
    }

    @Test func detectorsThatLiveTogetherShareNothing() {
        let pool = PipelinePool()
        let first = PipelineLease(configuration(3), from: pool)
        let second = PipelineLease(configuration(3), from: pool)
        #expect(first.pipeline !== second.pipeline)
    }

    /// Detectors that live together share the default classifier.
    @Test func theDefaultClassifierIsLoadedOnce() throws {
        StubDefaults.install()
        let pool = PipelinePool()
        let frame = try FrameSnapshot(TestImages.image(8, 8), orientation: .up)
        var configuration = configuration(9)
        configuration.mode = .singleImage
        configuration.isClassificationEnabled = true
        let leases = (0..<4).map { _ in PipelineLease(configuration, from: pool) }
        DispatchQueue.concurrentPerform(iterations: leases.count) { index in
            let labels = try? leases[index].pipeline.objects(in: frame).first?.labels
            #expect(labels?.first?.text == CoarseCategory.food.text)
        }
        #expect(StubDefaults.classifierCount.current == 1)
    }

    @Test func aReplacedModelIsLoadedAnew() throws {
        let pool = PipelinePool()
        let path = try ScratchFiles.file([1])
        var configuration = configuration(4)
        configuration.model = .file(path: path)
        let first = pipeline(configuration, from: pool)
        #expect(pipeline(configuration, from: pool) == first)
        try Data([1, 2]).write(to: URL(fileURLWithPath: path))
        #expect(pipeline(configuration, from: pool) != first)
    }

    @Test func aModelWithOtherTextsOrNormalizationIsLoadedAnew() {
        let pool = PipelinePool()
        var configuration = configuration(8)
        let first = pipeline(configuration, from: pool)
        configuration.labelTexts = ["cat"]
        let second = pipeline(configuration, from: pool)
        configuration.normalizationMean = [127.5]
        let third = pipeline(configuration, from: pool)
        configuration.normalizationStd = [127.5]
        #expect(Set([first, second, third, pipeline(configuration, from: pool)]).count == 4)
    }
}
