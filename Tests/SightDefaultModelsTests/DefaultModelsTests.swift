import Foundation
import ModelFixtures
import Sight
import SightDefaultModels
import SightGeometry
import SightImage
import Testing

@Suite struct DefaultModelsTests {
    /// An image of one color.
    private static func plain(width: Int, height: Int, value: UInt8 = 0) throws -> VisionImage {
        VisionImage(
            try ImageBuffer(
                width: width, height: height, format: .rgb8,
                bytes: Array(repeating: value, count: 3 * width * height)))
    }

    /// Makes a folder with files; the caller removes it.
    private static func folder(_ files: [String: [UInt8]]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("default-models-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, bytes) in files {
            try Data(bytes).write(to: folder.appendingPathComponent(name))
        }
        return folder
    }

    @Test func modelsLoadFromTheProgramItself() throws {
        let models = DefaultModels(folder: "")
        #expect(models.localizer.path == nil)
        #expect(models.classifier.path == nil)
        let localizer = try models.makeLocalizer()
        #expect((192...320).contains(Int(localizer.inputSize.width)))
        _ = try models.makeClassifier()
    }

    @Test func aDetectorLoadsTheClassifierOnlyWhenItNames() throws {
        let models = DefaultModels(folder: "")
        #expect(try models.makeObjectDetector().classifier != nil)
        #expect(try models.makeObjectDetector(options: ObjectDetectorOptions()).classifier == nil)
    }

    /// Options that state no threshold get the built-in model's; a stated one is kept.
    @Test(arguments: [(nil, 0.35), (0.5, 0.5), (-1, nil)] as [(Float?, Float?)])
    func theThresholdDoesNotDependOnOtherOptions(_ stated: Float?, _ used: Float?) throws {
        var options = LocalizerOptions()
        options.threadCount = 2
        options.scoreThreshold = stated
        let localizer = try DefaultModels(folder: "").makeLocalizer(options: options)
        #expect(localizer.scoreThreshold == used)
    }

    /// Stand-ins with two objects in each image, which a tracker follows and names.
    @Test func aTrackerFollowsSeveralObjectsAndNamesThem() async throws {
        let folder = try Self.folder([
            "localizer.tflite": StubModels.detector(
                boxes: [[0.1, 0.1, 0.5, 0.4], [0.4, 0.6, 0.9, 0.9]], classes: [0, 0],
                scores: [0.9, 0.8]),
            "classifier.tflite": StubModels.classifier(scores: [0, 0, 200, 0, 0, 9]),
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let tracker = try DefaultModels(folder: folder.path).makeObjectTracker()
        let image = try Self.plain(width: 64, height: 64)
        var objects: [Object] = []
        for index in 1...6 {
            let time = FrameTime(nanoseconds: Int64(index) * 33_333_333)
            objects = try await tracker.objects(in: image, at: time).objects
        }
        #expect(Set(objects.map(\.trackingID)).count == 2)
        #expect(objects.map { $0.labels.map(\.index) } == [[2], [2]])
    }

    @Test func aTrackerLoadsTheClassifierOnlyWhenItNames() throws {
        let folder = try Self.folder(["classifier.tflite": Array("nonsense".utf8)])
        defer { try? FileManager.default.removeItem(at: folder) }
        let models = DefaultModels(folder: folder.path)
        _ = try models.makeObjectTracker(options: ObjectTrackerOptions())
        #expect(throws: DetectionError.self) { try models.makeObjectTracker() }
    }

    @Test(arguments: [(1, 1), (1, 4000), (4000, 1), (64, 64)])
    func imagesOfAnyShapeAreFine(width: Int, height: Int) throws {
        let models = DefaultModels(folder: "")
        let image = try Self.plain(width: width, height: height)
        let found = try models.makeLocalizer().detections(in: image)
        // black images hold no object
        #expect(found.isEmpty)
        let labels = try models.makeClassifier().labels(in: image)
        #expect(labels.count <= 1)
        #expect(labels.allSatisfy { CoarseCategory(rawValue: $0.index)?.text == $0.text })
    }

    @Test func aFolderReplacesTheModelsItHas() throws {
        let folder = try Self.folder(["localizer.tflite": Array("nonsense".utf8)])
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("localizer.tflite")
        let models = DefaultModels(folder: folder.path)
        #expect(models.localizer.path == file.path)
        #expect(models.classifier.path == nil)
        #expect(throws: DetectionError.self) { try models.makeLocalizer() }
    }
}
