import Foundation
import MediaPipeTasksVision
import ModelFixtures
import Testing

@Suite struct MediaPipeFaceTests {
    private let invalid = SightErrorCode.invalidArgument.rawValue

    /// A face in the first cells: two rows that overlap and one that is no face.
    ///
    /// Boxes and points are pixels of the 128 × 128 input from the middle of the first cell, 4, 4.
    private func options(_ mode: RunningMode = .image) throws -> FaceDetectorOptions {
        let rows = 896
        var boxes = [Float](repeating: 0, count: 16 * rows)
        var scores = [Float](repeating: -10, count: rows)
        // x, y, width and height, then six points.
        boxes.replaceSubrange(
            0..<16, with: [28, 28, 32, 32, 20, 20, 36, 20, 28, 28, 28, 36, 12, 24, 44, 24])
        boxes.replaceSubrange(
            16..<32, with: [28, 28, 32, 32, 22, 20, 38, 20, 30, 28, 30, 36, 14, 24, 46, 24])
        (scores[0], scores[1]) = (2, 2)
        let options = FaceDetectorOptions()
        options.baseOptions.modelAssetPath = try ScratchFiles.file(
            StubModels.raw(
                [([1, rows, 16], boxes), ([1, rows, 1], scores)], inputShape: [1, 128, 128, 3]))
        options.runningMode = mode
        return options
    }

    @Test func defaultsAndCopies() throws {
        let options = FaceDetectorOptions()
        #expect(options.minDetectionConfidence == 0.5 && options.minSuppressionThreshold == 0.3)
        options.minDetectionConfidence = 0.7
        let copy = try #require((options as TaskOptions).copy() as? FaceDetectorOptions)
        #expect(copy.minDetectionConfidence == 0.7 && copy.minSuppressionThreshold == 0.3)
    }

    /// Two rows of equal scores become one face with the mean of their points.
    @Test func aFaceHasItsPoints() throws {
        let detector = try FaceDetector(options: try options())
        let image = try MPImage(uiImage: try TestImages.image(256, 256))
        let found = try detector.detect(image: image).detections
        #expect(found.count == 1)
        let box = try #require(found.first?.boundingBox)
        for (side, place) in zip([box.minX, box.minY, box.maxX, box.maxY], [32, 32, 96, 96]) {
            #expect(abs(side - CGFloat(place)) <= 1e-4)
        }
        let score = try #require(found.first?.categories.first?.score)
        #expect(abs(score - 1 / (1 + exp(Float(-2)))) <= 1e-6)
        let points = try #require(found.first?.keypoints)
        let expected: [(CGFloat, CGFloat)] = [
            (25, 24), (41, 24), (33, 32), (33, 40), (17, 28), (49, 28),
        ]
        #expect(points.count == expected.count)
        for (point, place) in zip(points, expected) {
            #expect(abs(point.location.x - place.0 / 128) <= 1e-6)
            #expect(abs(point.location.y - place.1 / 128) <= 1e-6)
            #expect(point.label == nil && point.score == 0)
        }
    }

    /// Points are those of the image as it is stored: turned clockwise, its top is at the right.
    @Test func pointsFollowTheStoredImage() throws {
        let detector = try FaceDetector(options: try options())
        let image = try MPImage(
            uiImage: try TestImages.image(256, 256), orientation: .right)
        let face = try #require(detector.detect(image: image).detections.first)
        let eye = try #require(face.keypoints?.first?.location)
        #expect(abs(eye.x - 24.0 / 128) <= 1e-6 && abs(eye.y - (1 - 25.0 / 128)) <= 1e-6)
    }

    @Test func theOptionsDecideWhatIsAFace() throws {
        let image = try MPImage(uiImage: try TestImages.image(256, 256))
        let strict = try options()
        strict.minDetectionConfidence = 0.95
        #expect(try FaceDetector(options: strict).detect(image: image).detections.isEmpty)
        let apart = try options()
        apart.minSuppressionThreshold = 1
        #expect(try FaceDetector(options: apart).detect(image: image).detections.count == 2)
    }

    @Test func eachModeHasItsCall() async throws {
        let image = try MPImage(uiImage: try TestImages.image(64, 64))
        let video = try FaceDetector(options: try options(.video))
        #expect(code { _ = try video.detect(image: image) } == invalid)
        #expect(
            try video.detect(videoFrame: image, timestampInMilliseconds: 5).detections.count == 1)
        #expect(
            code { _ = try video.detect(videoFrame: image, timestampInMilliseconds: 5) } == invalid)
        let live = try options(.liveStream)
        let receiver = Receiver()
        live.faceDetectorLiveStreamDelegate = receiver
        let stream = try FaceDetector(options: live)
        try stream.detectAsync(image: image, timestampInMilliseconds: 7)
        var results = receiver.results.stream.makeAsyncIterator()
        #expect(await results.next() == "7: 1")
        #expect(
            code { try stream.detectAsync(image: image, timestampInMilliseconds: 7) } == invalid)
    }

    /// Grace Hopper's face with the file that MediaPipe ships.
    @Test(.enabled(if: SharedFixtures.areAvailable)) func aPhotoHasAFace() throws {
        let detector = try FaceDetector(
            modelPath: SharedFixtures.path("models/misc/face_detection_short_range.tflite"))
        let photo = try #require(
            UIImage(contentsOfFile: SharedFixtures.path("images/mlkit/grace_hopper.jpg")))
        let image = try MPImage(uiImage: photo)
        let found = try detector.detect(image: image).detections
        #expect(found.count == 1)
        let face = try #require(found.first)
        let points = try #require(
            face.keypoints?.map { point in
                CGPoint(x: point.location.x * image.width, y: point.location.y * image.height)
            })
        try #require(points.count == 6)
        // The eyes are above the nose, and the nose is above the mouth; the right eye is at the left.
        for eye in points[0..<2] { #expect(face.boundingBox.contains(eye) && eye.y < points[2].y) }
        #expect(points[0].x < points[1].x && points[2].y < points[3].y)
    }

    /// Notes the results of a live stream.
    private final class Receiver: NSObject, FaceDetectorLiveStreamDelegate {
        let results = AsyncStream<String>.makeStream()

        func faceDetector(
            _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
            timestampInMilliseconds: Int, error: (any Error)?
        ) {
            results.continuation.yield(
                "\(timestampInMilliseconds): \(result?.detections.count ?? -1)")
        }
    }
}
