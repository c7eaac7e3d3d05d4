import Foundation
import GuideFixtures
import Guides
import MLKit
import Testing

/// The boxes are on the same object for every device orientation and camera.
@Suite(.enabled(if: Fixtures.areAvailable)) struct OrientationTests {
    private static let devices: [UIDeviceOrientation] = [
        .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight,
    ]
    private static let formats = [
        kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    ]
    private let detector: ObjectDetector
    private let upright: Raster

    init() throws {
        Fixtures.useDefaultModels()
        let options = ObjectDetectorOptions()
        options.detectorMode = .singleImage
        detector = ObjectDetector.objectDetector(options: options)
        upright = try Raster(Fixtures.image("mlkit/bird.jpg"), width: 320, height: 240)
    }

    @Test(arguments: formats) func boxesLandOnTheSameObject(format: OSType) throws {
        let reference = try frame(of: upright, .up, format)
        #expect(reference.width * reference.height > 1000)
        for camera in [AVCaptureDevice.Position.back, .front] {
            for device in Self.devices {
                let orientation = CustomModelImages.orientation(device, camera)
                let stored = upright.stored(orientation)
                let frame = try frame(of: stored, orientation, format)
                let seen = upright.rect(frame, orientation)
                let shared = seen.intersection(reference)
                let both = seen.width * seen.height + reference.width * reference.height
                let overlap = shared.width * shared.height
                #expect(overlap / (both - overlap) > 0.9, "\(device) \(camera): \(seen)")
            }
        }
    }

    private func frame(
        of raster: Raster, _ orientation: UIImage.Orientation, _ format: OSType
    ) throws -> CGRect {
        let image = VisionImage(buffer: try raster.sample(format))
        image.orientation = orientation
        return try #require(try detector.results(in: image).first).frame
    }
}
