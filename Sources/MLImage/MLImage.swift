public import Foundation
@_exported public import SightPlatform

/// An image or a buffer for a detector.
///
/// An image is not thread-safe while its orientation changes.
#if canImport(ObjectiveC)
    @objcMembers @objc(GMLImage)
#endif
open class MLImage: NSObject {
    /// Width of the stored pixels, before any orientation is applied.
    public let width: CGFloat
    /// Height of the stored pixels, before any orientation is applied.
    public let height: CGFloat
    /// The orientation of the stored pixels.
    ///
    /// Initially, it is the orientation of the `UIImage`, or `.up` for buffers.
    open var orientation: UIImage.Orientation
    #if canImport(ObjectiveC)
        /// The type of the image's source.
        @nonobjc public let imageSourceType: MLImageSourceType
    #else
        /// The type of the image's source.
        public let imageSourceType: MLImageSourceType
    #endif
    /// The source image; `nil` for other types of sources.
    public let image: UIImage?
    /// The source buffer; `nil` for other types of sources.
    public let pixelBuffer: CVPixelBuffer?
    /// The source sample; `nil` for other types of sources.
    public let sampleBuffer: CMSampleBuffer?

    /// Makes an image from a `UIImage`; `nil` if it has no `CGImage`.
    public init?(image: UIImage) {
        guard let pixels = image.cgImage else { return nil }
        width = CGFloat(pixels.width)
        height = CGFloat(pixels.height)
        orientation = image.imageOrientation
        imageSourceType = .image
        self.image = image
        pixelBuffer = nil
        sampleBuffer = nil
    }

    /// Makes an image from a buffer; `nil` if the buffer is empty.
    public init?(pixelBuffer: CVPixelBuffer) {
        guard let (width, height) = Self.size(of: pixelBuffer) else { return nil }
        self.width = width
        self.height = height
        orientation = .up
        imageSourceType = .pixelBuffer
        image = nil
        self.pixelBuffer = pixelBuffer
        sampleBuffer = nil
    }

    /// Makes an image from a sample; `nil` if the sample holds no pixel buffer.
    public init?(sampleBuffer: CMSampleBuffer) {
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer),
            let (width, height) = Self.size(of: pixelBuffer)
        else { return nil }
        self.width = width
        self.height = height
        orientation = .up
        imageSourceType = .sampleBuffer
        image = nil
        self.pixelBuffer = nil
        self.sampleBuffer = sampleBuffer
    }

    #if canImport(ObjectiveC)
        /// `imageSourceType` for Objective-C, which cannot use a Swift structure.
        @objc(imageSourceType) public var imageSourceNumber: Int { imageSourceType.rawValue }
    #endif

    private static func size(of pixelBuffer: CVPixelBuffer) -> (width: CGFloat, height: CGFloat)? {
        let (width, height) = (
            CVPixelBufferGetWidth(pixelBuffer), CVPixelBufferGetHeight(pixelBuffer)
        )
        return width > 0 && height > 0 ? (CGFloat(width), CGFloat(height)) : nil
    }
}
