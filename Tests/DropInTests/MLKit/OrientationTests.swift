import Foundation
import MLKit
import SightPlatform
import Testing

/// The tables of orientations: the same object is found in pixels of every orientation.
@Suite struct OrientationTests {
    private static let orientations = (0..<8).compactMap { UIImage.Orientation(rawValue: $0) }
    private static let formats = [
        kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    ]

    init() { StubDefaults.install() }

    /// An upright rectangle in the pixels of a stored image of W × H, formula by formula.
    private func stored(
        _ r: CGRect, _ orientation: UIImage.Orientation, _ W: CGFloat, _ H: CGFloat
    ) -> CGRect {
        let (u, v, p, q) = (r.minX, r.minY, r.width, r.height)
        return switch orientation {
        case .up: CGRect(x: u, y: v, width: p, height: q)
        case .upMirrored: CGRect(x: W - u - p, y: v, width: p, height: q)
        case .down: CGRect(x: W - u - p, y: H - v - q, width: p, height: q)
        case .downMirrored: CGRect(x: u, y: H - v - q, width: p, height: q)
        case .leftMirrored: CGRect(x: v, y: u, width: q, height: p)
        case .right: CGRect(x: v, y: H - u - p, width: q, height: p)
        case .rightMirrored: CGRect(x: W - v - q, y: H - u - p, width: q, height: p)
        case .left: CGRect(x: W - v - q, y: u, width: q, height: p)
        }
    }

    @Test(arguments: orientations, formats)
    func framesAreInStoredPixels(orientation: UIImage.Orientation, format: OSType) throws {
        let options = ObjectDetectorOptions()
        options.detectorMode = .singleImage
        let detector = ObjectDetector.objectDetector(options: options)
        let (width, height) = (64.0, 48.0)
        let image = VisionImage(buffer: try TestImages.sample(64, 48, format))
        image.orientation = orientation
        let swaps = [.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
        let upright =
            swaps ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
        let middle = StubDefaults.middle.map { CGFloat($0) }
        let expected = CGRect(
            x: middle[1] * upright.width, y: middle[0] * upright.height,
            width: (middle[3] - middle[1]) * upright.width,
            height: (middle[2] - middle[0]) * upright.height)
        let object = try #require(try detector.results(in: image).first)
        #expect(object.uprightFrame == expected)
        #expect(object.frame == stored(expected, orientation, width, height))
    }

    @Test func anMLImageStartsWithTheImagesOrientation() throws {
        let photo = try TestImages.image(64, 48, orientation: .right)
        let image = try #require(MLImage(image: photo))
        #expect(image.orientation == .right)
        #expect((image.width, image.height) == (64, 48))
        #expect(VisionImage(image: photo).orientation == .up)
        let options = ObjectDetectorOptions()
        options.detectorMode = .singleImage
        let detector = ObjectDetector.objectDetector(options: options)
        let same = VisionImage(image: photo)
        same.orientation = photo.imageOrientation
        #expect(
            try detector.results(in: image).map(\.frame)
                == detector.results(in: same).map(\.frame))
    }
}
