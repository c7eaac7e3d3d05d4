public import Foundation
import SightDropIn
// The types of images, of UIKit on Apple's platforms.
@_exported public import SightPlatform

/// An image or a buffer to look at.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPImage)
#endif
public final class MPImage: NSObject {
    private enum Source {
        case image(UIImage)
        case pixels(CVPixelBuffer)
        case sample(CMSampleBuffer)
    }
    private let source: Source
    /// Width of the stored pixels.
    public let width: CGFloat
    /// Height of the stored pixels.
    public let height: CGFloat
    /// How the stored pixels must be turned to stand upright; mirrored ones are taken, too.
    public let orientation: UIImage.Orientation

    private init(
        _ source: Source, width: Int, height: Int, orientation: UIImage.Orientation
    ) throws {
        guard width > 0, height > 0 else {
            throw DropInError(.invalidArgument, "the image has no pixels").nsError
        }
        self.source = source
        self.width = CGFloat(width)
        self.height = CGFloat(height)
        self.orientation = orientation
    }

    /// Makes an image of a `UIImage`, with its orientation.
    ///
    /// - Throws: an `NSError` for an image without a `CGImage`.
    #if canImport(ObjectiveC)
        @objc(initWithUIImage:error:)
    #endif
    public convenience init(uiImage: UIImage) throws {
        try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
    }

    /// Makes an image of a `UIImage`, with the given orientation.
    ///
    /// - Throws: an `NSError` for an image without a `CGImage`.
    #if os(iOS) || os(tvOS) || os(visionOS)  // Elsewhere the orientation is Swift's own.
        @objc(initWithUIImage:orientation:error:)
    #endif
    public convenience init(uiImage: UIImage, orientation: UIImage.Orientation) throws {
        let pixels = uiImage.cgImage
        try self.init(
            .image(uiImage), width: pixels?.width ?? 0, height: pixels?.height ?? 0,
            orientation: orientation)
    }

    /// Makes an image of a buffer in BGRA, 420f or 420v.
    ///
    /// - Throws: an `NSError` for an empty buffer.
    public convenience init(
        pixelBuffer: CVPixelBuffer, orientation: UIImage.Orientation = .up
    ) throws {
        try self.init(
            .pixels(pixelBuffer), width: CVPixelBufferGetWidth(pixelBuffer),
            height: CVPixelBufferGetHeight(pixelBuffer), orientation: orientation)
    }

    /// Makes an image of the buffer of a sample.
    ///
    /// - Throws: an `NSError` for a sample without a pixel buffer.
    public convenience init(
        sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation = .up
    ) throws {
        let pixels = CMSampleBufferGetImageBuffer(sampleBuffer)
        try self.init(
            .sample(sampleBuffer), width: pixels.map { CVPixelBufferGetWidth($0) } ?? 0,
            height: pixels.map { CVPixelBufferGetHeight($0) } ?? 0, orientation: orientation)
    }

    /// The image as detectors take it.
    func snapshot() throws(DropInError) -> FrameSnapshot {
        switch source {
        case .image(let image): try FrameSnapshot(image, orientation: orientation.sight)
        case .pixels(let pixels): try FrameSnapshot(pixels, orientation: orientation.sight)
        case .sample(let sample): try FrameSnapshot(sample, orientation: orientation.sight)
        }
    }
}
