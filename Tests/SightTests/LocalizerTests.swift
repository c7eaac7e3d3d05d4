import Foundation
import ModelFixtures
import Sight
import SightGeometry
import SightImage
import Testing

@Suite struct LocalizerTests {
    /// 40 × 20 pixels of gray.
    private let image: VisionImage
    private let boxes: [[Float]] = [
        [0.2, 0.2, 0.4, 0.6], [0.4, 0.2, 0.6, 0.6], [0.2, 0.4, 0.4, 0.8],
    ]

    init() throws {
        let buffer = try ImageBuffer(
            width: 40, height: 20, format: .gray8, bytes: [UInt8](repeating: 128, count: 800))
        image = VisionImage(buffer)
    }

    private func localizer(
        classes: [Float] = [1, 2, 3], scores: [Float] = [0.8, 0.6, 0.4], count: Float? = nil,
        _ change: (inout LocalizerOptions) -> Void = { _ in }
    ) throws -> Localizer {
        var options = LocalizerOptions()
        options.labels = ["person", "bicycle", "car", "motorcycle"]
        change(&options)
        let model = StubModels.detector(
            boxes: boxes, classes: classes, scores: scores, count: count)
        return try Localizer(ModelFile(data: Data(model)), options: options)
    }

    /// As in the Task Library, thresholds outside 0…1 are compared like others.
    @Test func thresholdsOutsideTheRangeAreCompared() throws {
        #expect(try texts(localizer { $0.scoreThreshold = -1 }).count == 3)
        #expect(try texts(localizer { $0.scoreThreshold = 2 }).isEmpty)
        let changes: [(inout LocalizerOptions) -> Void] = [
            { $0.scoreThreshold = Float.nan }, { $0.maximumIoU = Float.nan },
        ]
        for change in changes {
            let error = #expect(throws: DetectionError.self) { _ = try localizer(change) }
            #expect(error?.code == .invalidOptions)
        }
    }

    private func texts(_ localizer: Localizer) throws -> [String] {
        try localizer.detections(in: image).map { $0.label?.text ?? "none" }
    }

    @Test func boxesAreUprightPixels() throws {
        let found = try localizer().detections(in: image)
        #expect(found.count == 3)
        let box = found[0].box
        for (number, wanted) in zip([box.x, box.y, box.width, box.height], [8, 4, 16, 4]) {
            #expect(abs(number - Float(wanted)) <= 1e-4)
        }
        #expect(found[0].label == Label(text: "bicycle", index: 1, score: 0.8))
    }

    @Test(arguments: Orientation.allCases)
    func boxesFollowTheOrientation(_ orientation: Orientation) throws {
        let turned = VisionImage(image.buffer, orientation: orientation)
        let box = try localizer().detections(in: turned)[0].box
        let size = turned.uprightSize
        #expect(abs(box.x - 0.2 * size.width) <= 1e-4)
        #expect(abs(box.maxY - 0.4 * size.height) <= 1e-4)
    }

    /// By the Task Library's rule, a score equal to the threshold is dropped.
    @Test func thresholdIsExclusive() throws {
        #expect(try texts(localizer { $0.scoreThreshold = 0.5 }) == ["bicycle", "car"])
        #expect(try texts(localizer { $0.scoreThreshold = 0.6 }) == ["bicycle"])
    }

    @Test func filtersByLabelAndCount() throws {
        #expect(
            try texts(localizer { $0.allowedLabels = ["car", "motorcycle"] })
                == ["car", "motorcycle"])
        #expect(try texts(localizer { $0.deniedLabels = ["car"] }) == ["bicycle", "motorcycle"])
        #expect(try texts(localizer { $0.maximumResults = 1 }) == ["bicycle"])
        let error = #expect(throws: DetectionError.self) {
            try localizer {
                $0.allowedLabels = ["car"]
                $0.deniedLabels = ["car"]
            }
        }
        #expect(error?.code == .invalidOptions)
    }

    @Test func sortsByScoreAndKeepsTheModelsOrderInTies() throws {
        #expect(
            try texts(localizer(scores: [0.5, 0.9, 0.5])) == ["car", "bicycle", "motorcycle"])
    }

    /// Rows after the count are stale and ignored.
    @Test(arguments: [(Float(2), 2), (0, 0), (-1, 0), (.nan, 0), (1e30, 3)])
    func readsOnlyCountedRows(_ count: Float, _ wanted: Int) throws {
        #expect(try localizer(count: count).detections(in: image).count == wanted)
    }

    @Test func hostileNumbersAreLeftOut() throws {
        let found = try localizer(
            classes: [.nan, 1e30, -5], scores: [0.9, 0.9, 0.9]
        ).detections(in: image)
        #expect(found.isEmpty)
        #expect(try localizer(scores: [.nan, .infinity, 0.3]).detections(in: image).count == 1)
    }

    @Test(arguments: [Int.max, .min])
    func classesBeyondTheLabelsHaveNoText(_ offset: Int) throws {
        #expect(try texts(localizer { $0.labelOffset = offset }) == ["", "", ""])
    }

    /// The file does not say how many classes there are.
    @Test func anEmptyListOfLabelsIsRefused() throws {
        let error = #expect(throws: DetectionError.self) { try localizer { $0.labels = [] } }
        #expect(error?.code == .invalidOptions)
    }

    @Test func aClassifierIsNoDetector() throws {
        let model = StubModels.classifier(scores: [1, 2, 3])
        let error = #expect(throws: DetectionError.self) {
            try Localizer(ModelFile(data: Data(model)))
        }
        #expect(error?.code == .invalidModel)
        #expect(error?.reason == .detectorOutputs(shapes: [[1, 3]]))
        #expect(error?.message.contains("classification model") == true)
    }

    @Test func aMissingFileIsNamed() throws {
        let error = #expect(throws: DetectionError.self) {
            try Localizer(ModelFile(path: "/nowhere/ssd.tflite"))
        }
        #expect(error?.code == .invalidModel)
        #expect(error?.message.contains("/nowhere/ssd.tflite") == true)
    }

    @Test func manyTasksShareOneLocalizer() async throws {
        let localizer = try localizer()
        let image = image
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<64 {
                group.addTask { try await localizer.detections(in: image).count }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [Int](repeating: 3, count: 64))
    }

    @Test func cancelledTasksEndAtOnce() async throws {
        let localizer = try localizer()
        let image = image
        let task = Task {
            try await Task.sleep(nanoseconds: 60_000_000_000)
            return try await localizer.detections(in: image)
        }
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
    }
}
