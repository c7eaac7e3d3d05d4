import Firebase
import Foundation
import GuideFixtures
import Guides
import TensorFlowLite
import Testing

/// The promises of the guide "AutoML object detection", with a detector of the same four outputs.
@Suite(.enabled(if: Fixtures.areAvailable), .serialized) struct AutoMLGuideTests {
    private let photo = Fixtures.image("coral/pets.jpg")

    init() {
        AutoMLModels.Bundle.add(
            "model.tflite",
            at: Fixtures.path("models/detectors/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"))
        AutoMLModels.Bundle.add("dict.txt", at: Fixtures.path("models/labels/coco_labels.txt"))
    }

    @Test func theModelInTheAppFindsObjects() throws {
        var made: Interpreter?
        #expect(try AutoMLModels.local { made = $0 })
        let interpreter = try #require(made)
        let side = try interpreter.input(at: 0).shape.dimensions[1]
        let bytes = try #require(AutoMLImages.bytes(of: photo, side: side))
        try AutoMLDetection.run(interpreter, bytes)
        var found: [String] = []
        let isDone = try AutoMLDetection.objects(interpreter) { label, confidence, box in
            #expect(confidence > 0.66 && confidence <= 1)
            #expect(box.0 < box.2 && box.1 < box.3)
            found.append(label)
        }
        #expect(isDone)
        #expect(found.contains("dog"))
    }

    @Test func pixelsArePackedRowByRow() throws {
        let bytes = try #require(AutoMLImages.bytes(of: photo, side: 320))
        #expect(bytes.count == 320 * 320 * 3)
        let image = try #require(photo.cgImage)
        let context = try #require(
            CGContext(
                data: nil, width: 320, height: 320, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
        context.draw(image, in: CGRect(x: 0, y: 0, width: 320, height: 320))
        let data = try #require(context.data)
        for (row, column) in [(0, 0), (0, 319), (100, 7), (319, 160)] {
            for channel in 0..<3 {
                let drawn = data.load(
                    fromByteOffset: 4 * (row * 320 + column) + channel, as: UInt8.self)
                #expect(bytes[3 * (row * 320 + column) + channel] == drawn)
            }
        }
    }

    @Test func theModelInTheAppStandsInForTheRemoteOne() throws {
        var path: String?
        try AutoMLModels.remoteOrLocal(AutoMLModels.remote()) { interpreter, modelPath in
            path = modelPath
            #expect(interpreter.outputTensorCount == 4)
        }
        #expect(path?.hasSuffix("2018_06_29.tflite") == true)
    }

    @Test func aDownloadThatFailsIsReportedOnce() async {
        let remote = AutoMLModels.remote()
        let downloads: AutoMLDownloads = await withCheckedContinuation { continuation in
            nonisolated(unsafe) var observer: AutoMLDownloads?
            let downloads = AutoMLDownloads {
                if let made = observer { continuation.resume(returning: made) }
                observer = nil
            }
            observer = downloads
            downloads.observe()
            _ = AutoMLModels.download(remote)
        }
        #expect(downloads.model?.isEqual(remote) == true)
        #expect(downloads.failure != nil)
    }
}
