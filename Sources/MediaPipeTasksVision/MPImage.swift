public import Foundation
import SightDropIn
// The types of images, of UIKit on Apple's platforms.
@_exported public import SightPlatform

/// An image or a buffer to look at.
#if canImport(ObjectiveC)
    @objcMembers @objc(MPPImage)
#endif
public final class MPImage: NSObject {
    /// Width of the stored pixels.
    public let width: CGFloat
    /// Height of the stored pixels.
    public let height: CGFloat
    /// The orientation of the stored pixels; the mirrored orientations are accepted, too.
    public let orientation: UIImage.Orientation
    #if canImport(ObjectiveC)
        /// The kind of object that the image was made from.
        @nonobjc public let imageSourceType: MPImageSourceType
    #else
        /// The kind of object that the image was made from.
        public let imageSourceType: MPImageSourceType
    #endif
    /// The image; `nil` when made of something else.
    public let image: UIImage?
    /// The buffer; `nil` when made of something else.
    public let pixelBuffer: CVPixelBuffer?
    /// The sample; `nil` when made of something else.
    public let sampleBuffer: CMSampleBuffer?

    private init(
        image: UIImage? = nil, pixelBuffer: CVPixelBuffer? = nil,
        sampleBuffer: CMSampleBuffer? = nil, width: Int, height: Int,
        orientation: UIImage.Orientation
    ) throws {
        guard width > 0, height > 0 else {
            throw DropInError(.invalidArgument, "the image has no pixels").nsError
        }
        self.image = image
        self.pixelBuffer = pixelBuffer
        self.sampleBuffer = sampleBuffer
        imageSourceType =
            image != nil ? .image : pixelBuffer != nil ? .pixelBuffer : .sampleBuffer
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
            image: uiImage, width: pixels?.width ?? 0, height: pixels?.height ?? 0,
            orientation: orientation)
    }

    /// Makes an image of an upright buffer in BGRA, 420f or 420v.
    ///
    /// - Throws: an `NSError` for an empty buffer.
    #if canImport(ObjectiveC)
        @objc(initWithPixelBuffer:error:)
    #endif
    public convenience init(pixelBuffer: CVPixelBuffer) throws {
        try self.init(pixelBuffer: pixelBuffer, orientation: .up)
    }

    /// Makes an image of a buffer in BGRA, 420f or 420v.
    ///
    /// - Throws: an `NSError` for an empty buffer.
    public convenience init(pixelBuffer: CVPixelBuffer, orientation: UIImage.Orientation) throws {
        try self.init(
            pixelBuffer: pixelBuffer, width: CVPixelBufferGetWidth(pixelBuffer),
            height: CVPixelBufferGetHeight(pixelBuffer), orientation: orientation)
    }

    /// Makes an image of the upright buffer of a sample.
    ///
    /// - Throws: an `NSError` for a sample without a pixel buffer.
    #if canImport(ObjectiveC)
        @objc(initWithSampleBuffer:error:)
    #endif
    public convenience init(sampleBuffer: CMSampleBuffer) throws {
        try self.init(sampleBuffer: sampleBuffer, orientation: .up)
    }

    /// Makes an image of the buffer of a sample.
    ///
    /// - Throws: an `NSError` for a sample without a pixel buffer.
    public convenience init(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation) throws {
        let pixels = CMSampleBufferGetImageBuffer(sampleBuffer)
        try self.init(
            sampleBuffer: sampleBuffer, width: pixels.map { CVPixelBufferGetWidth($0) } ?? 0,
            height: pixels.map { CVPixelBufferGetHeight($0) } ?? 0, orientation: orientation)
    }

    #if canImport(ObjectiveC)
        /// `imageSourceType` in Objective-C, where a structure cannot be seen.
        @objc(imageSourceType) public var imageSourceNumber: Int { imageSourceType.rawValue }
    #endif

    /// The image as detectors take it.
    func snapshot() throws(DropInError) -> FrameSnapshot {
        let turn = orientation.sight
        if let image { return try FrameSnapshot(image, orientation: turn) }
        if let pixelBuffer { return try FrameSnapshot(pixelBuffer, orientation: turn) }
        guard let sampleBuffer else {
            throw DropInError(.invalidArgument, "the image has no pixels")
        }
        return try FrameSnapshot(sampleBuffer, orientation: turn)
    }

    /// Returns a part of the image, stated in fractions of it, in stored pixels.
    ///
    /// A zero part means all of the image, and gives `nil`.
    func part(_ roi: CGRect) -> CGRect? {
        roi == .zero
            ? nil
            : CGRect(
                x: roi.minX * width, y: roi.minY * height, width: roi.width * width,
                height: roi.height * height)
    }
}
